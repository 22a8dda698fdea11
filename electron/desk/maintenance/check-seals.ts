import type { Failure } from '#shared/model/failure.ts'
import { success, type Result } from '#shared/result.ts'
import type { ChainBreak, Link, SealToCheck, WalkedPart } from '../../journal/port.ts'
import type { SealPurpose } from '../../vault/port.ts'
import type { Services } from '../services.ts'

/** What the vault says of the seals in one part of the chain. */
export interface CheckedSeals {
  readonly right: number
  readonly byAnotherKey: number
  /** The first place where a seal is wrong, or is another key's where only ours has sealed. */
  readonly wrong: { readonly position: number; readonly what: ChainBreak['what'] } | null
}

/** Has the vault recompute every seal of a part, those of links and those of removals; its failure is the answer. */
export async function checkSeals(
  services: Pick<Services, 'vault'>, part: Pick<WalkedPart, 'seals' | 'removals'>,
): Promise<Result<CheckedSeals, Failure>> {
  const links = await check(services, 'link', part.seals)
  if (!links.ok) return links
  const removals = await check(services, 'removal', part.removals)
  if (!removals.ok) return removals
  const places = [
    { position: links.value.wrongAt, what: 'seal-wrong' as const },
    { position: removals.value.wrongAt, what: 'removal-wrong' as const },
  ].flatMap(({ position, what }) => position === null ? [] : [{ position, what }])
  return success({
    right: links.value.right,
    byAnotherKey: links.value.byAnotherKey + removals.value.byAnotherKey,
    wrong: places.sort((one, other) => one.position - other.position)[0] ?? null,
  })
}

async function check(
  { vault }: Pick<Services, 'vault'>, purpose: SealPurpose, seals: readonly SealToCheck[],
): Promise<Result<{ right: number; byAnotherKey: number; wrongAt: number | null }, Failure>> {
  let right = 0
  let byAnotherKey = 0
  const wrong: number[] = []
  for (const keyId of new Set(seals.map((seal) => seal.keyId))) {
    const own = seals.filter((seal) => seal.keyId === keyId)
    const asked = own.map(({ digest, seal }) => ({ digest, seal }))
    const checked = await vault.checkJournalSeals({ purpose, keyId, seals: asked })
    if (!checked.ok) return checked
    if (!checked.value.known) {
      const { since } = checked.value
      // SECURITY: else whoever names a key that nobody has could seal anything.
      const strange = since === null ? undefined : own.find(({ position }) => position >= since)
      if (strange !== undefined) wrong.push(strange.position)
      byAnotherKey += own.length
    } else {
      const { firstWrong } = checked.value
      right += firstWrong ?? own.length
      if (firstWrong !== null) wrong.push(own[firstWrong]?.position ?? 0)
    }
  }
  return success({ right, byAnotherKey, wrongAt: wrong.length === 0 ? null : Math.min(...wrong) })
}

/** Whether the journal holds a link. */
export async function isThere(
  { journal }: Pick<Services, 'journal'>, { position, link }: Link,
): Promise<Result<boolean, Failure>> {
  const there = await journal.linkAt({ position })
  return there.ok ? success(there.value === link) : there
}
