/** Verifying the signed heads of the journal as an outsider would, and that none is missing that the keychain knows. */
import type { Failure } from '#shared/model/failure.ts'
import type { Verification } from '#shared/model/maintenance.ts'
import { success, type Result } from '#shared/result.ts'
import type { HeadWalk, WalkedHeads } from '../../journal/port.ts'
import type { JournalEnd } from '../../vault/port.ts'
import type { Services } from '../services.ts'

/** Heads looked at in one turn of the journal: some milliseconds. */
const headsAtOnce = 50

interface VerifiedHeads {
  readonly heads: Verification['heads']
  readonly broken: Verification['firstBreak']
}

/** Looks at every head. Call it once the chain was walked; where that found a break, its own is said. */
export async function verifyHeads(
  { journal, vault }: Pick<Services, 'journal' | 'vault'>, remembered: JournalEnd | null,
): Promise<Result<VerifiedHeads, Failure>> {
  const any = await journal.newestHead()
  if (!any.ok) return any
  const signedBefore = any.value !== null || remembered?.head !== undefined
  const key = await vault.journalHeadKey({ signedBefore })
  const keyLost = !key.ok && key.failure.code === 'keychain-doubtful'
  if (!key.ok && !keyLost) return key
  const known = key.ok ? key.value : null
  const heads = { valid: 0, byAnotherKey: 0, newest: null as Verification['heads']['newest'], keyLost }
  for (let from: HeadWalk | null = null; ;) {
    const part: Result<WalkedHeads, Failure> = await journal.walkHeads({ from, key: known, limit: headsAtOnce })
    if (!part.ok) return part
    const { walk, done, valid, byAnotherKey, newest, broken } = part.value
    heads.valid += valid
    heads.byAnotherKey += byAnotherKey
    if (newest !== null) heads.newest = { position: newest.position, at: newest.at }
    if (broken !== null) return success({ heads, broken })
    if (done) break
    from = walk
  }
  if (remembered?.head === undefined || keyLost) return success({ heads, broken: null })
  const missing = await journal.isHeadMissing(remembered.head)
  if (!missing.ok) return missing
  const { position, at } = remembered.head
  return success({ heads, broken: missing.value ? { link: position, what: 'head-missing', at, entryId: null } : null })
}
