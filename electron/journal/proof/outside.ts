/** Verifying a copy of a journal from outside: with the public key alone, by the same walk as the application's own. */
import { existsSync } from 'node:fs'
import type { DatabaseSync } from 'node:sqlite'
import type { SignedHead } from '#shared/model/journal-head.ts'
import { failed, success, type Result } from '#shared/result.ts'
import { isHeadSigned, publicKeyIn } from '../../common/head-signature.ts'
import { Connection } from '../connection.ts'
import { openToRead, openUnchanged } from '../recovery/soundness.ts'
import { plainReason } from '../sqlite-failure.ts'
import { brokenAt } from './break.ts'
import { epochsIn, newestLink } from './chain.ts'
import type { ChainBreak, Epoch, HeadWalk, SealToCheck, Walk } from './chain-types.ts'
import { walkHeads } from './heads.ts'
import { walkChain } from './verify.ts'

const atOnce = 10_000

/** What a copy of a journal proves to somebody with the public key. */
export interface OutsideVerification {
  /** `proven`: it holds up to its newest head by this key. `unproven`: no head by this key is in it. */
  readonly verdict: 'proven' | 'unproven' | 'broken'
  readonly links: number
  /** Events whose content was removed, as removals say that a later head covers. */
  readonly removed: number
  readonly heads: number
  readonly headsByAnotherKey: number
  readonly newestHead: Pick<SignedHead, 'number' | 'epoch' | 'position' | 'link' | 'at'> | null
  /** Links behind the newest head: they fit the chain, and nothing proves who wrote them. */
  readonly behindNewestHead: number
  /** Where restores began a new epoch. */
  readonly epochs: readonly Epoch[]
  /** Heads of an earlier export that stood on a chain that a restore has replaced since. */
  readonly replacedHeads: number
  readonly firstBreak: ChainBreak | null
}

/**
 * Verifies a journal file that nothing has open, without changing it. `publicKey` is the PEM that the application
 * saved; `exported` are heads from an earlier export, which an older state of the file does not have. Fails with a
 * plain sentence where the file can't be read as a journal.
 */
export function verifyFromOutside(
  path: string, publicKey: string, exported: readonly SignedHead[],
): Result<OutsideVerification, string> {
  const opened = openCopy(path)
  if (!opened.ok) return opened
  try {
    return success(verifyCopy(new Connection(opened.value, () => undefined), publicKey, exported))
  } catch (error) {
    const reason = plainReason(error)
    if (reason === null) throw error
    return failed(reason)
  } finally {
    opened.value.close()
  }
}

function verifyCopy(connection: Connection, publicKey: string, exported: readonly SignedHead[]): OutsideVerification {
  const end = newestLink(connection).position
  const chain = walkWhole(connection, end)
  const heads = headsIn(connection, publicKey)
  const newest = heads.newest
  const uncovered = chain.removals.find(({ position }) => position > (newest?.position ?? 0))
  const epochs = epochsIn(connection)
  const earlier = comparedWith(connection, exported, publicKey, newest)
  const firstBreak = chain.broken ?? heads.broken ?? earlier.broken
    // SECURITY: only a head says that a removal is the application's own: its seal is the vault's alone to check.
    ?? (uncovered === undefined || newest === null ? null : brokenAt(uncovered.position, 'removal-wrong'))
  return {
    verdict: firstBreak !== null ? 'broken' : newest === null ? 'unproven' : 'proven',
    links: chain.links, removed: chain.removed, heads: heads.valid, headsByAnotherKey: heads.byAnotherKey,
    newestHead: newest === null ? null : shown(newest), behindNewestHead: end - (newest?.position ?? 0), epochs,
    replacedHeads: earlier.replaced, firstBreak,
  }
}

function walkWhole(connection: Connection, through: number) {
  const found = {
    links: 0, removed: 0, broken: null as ChainBreak | null, removals: [] as SealToCheck[],
  }
  for (let from: Walk | null = null; ;) {
    const part = walkChain(connection, { from, through, limit: atOnce })
    found.links += part.links
    found.removed += part.removed
    found.removals.push(...part.removals)
    found.broken = part.broken
    if (part.done) return found
    from = part.walk
  }
}

function headsIn(connection: Connection, publicKey: string) {
  const found = { valid: 0, byAnotherKey: 0, newest: null as SignedHead | null, broken: null as ChainBreak | null }
  for (let from: HeadWalk | null = null; ;) {
    const part = walkHeads(connection, { from, key: { publicKey, since: null }, limit: atOnce })
    found.valid += part.valid
    found.byAnotherKey += part.byAnotherKey
    found.newest = part.newest ?? found.newest
    found.broken = part.broken
    if (part.done) return found
    from = part.walk
  }
}

/** Each head of an earlier export is kept here too, unless a restore has begun a later epoch since. */
function comparedWith(
  connection: Connection, exported: readonly SignedHead[], publicKey: string, newest: SignedHead | null,
): { readonly replaced: number; readonly broken: ChainBreak | null } {
  const key = publicKeyIn(publicKey)
  let replaced = 0
  for (const head of exported) {
    if (!isHeadSigned(head, key)) return { replaced, broken: brokenAt(head.position, 'head-wrong', head) }
    const isKept = null !== connection.first(
      'SELECT 1 FROM head WHERE journal = ? AND number = ? AND epoch = ? AND position = ? AND link = ?',
      head.journal, head.number, head.epoch, head.position, head.link,
    )
    if (isKept) continue
    const isReplaced = newest !== null && newest.journal === head.journal && newest.epoch > head.epoch
    if (!isReplaced) return { replaced, broken: brokenAt(head.position, 'head-missing', head) }
    replaced += 1
  }
  return { replaced, broken: null }
}

function openCopy(path: string): Result<DatabaseSync, string> {
  if (!existsSync(path)) return failed('The journal file cannot be read.')
  if (existsSync(`${path}-wal`)) {
    return failed('The journal is open, or was not closed: its newest entries are in a second file. Use a backup.')
  }
  return openToRead(() => openUnchanged(path), 'The file cannot be read as a journal.', (database) => {
    const heads = database.prepare(`SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = 'head'`).get()
    return heads === undefined ? 'It was written by a version of the application that signs no heads.' : null
  })
}

function shown({ number, epoch, position, link, at }: SignedHead): NonNullable<OutsideVerification['newestHead']> {
  return { number, epoch, position, link, at }
}
