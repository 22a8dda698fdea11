import type { Failure } from '#shared/model/failure.ts'
import { success, type Result } from '#shared/result.ts'
import type { ChainBreak, CheckpointToCheck, Link, SealToCheck, WalkedPart } from '../../journal/port.ts'
import type { SealPurpose } from '../../vault/port.ts'
import type { Services } from '../services.ts'

/** What the vault says of the seals in one part of the chain. */
export interface CheckedSeals {
  readonly right: number
  readonly byAnotherKey: number
  /** The first place where a seal is wrong, or is another key's where only ours has sealed. */
  readonly wrong: { readonly position: number; readonly what: ChainBreak['what'] } | null
}

/** Has the vault recompute every seal of a part, those of links and those of checkpoints; its failure is the answer. */
export async function checkSeals(
  services: Pick<Services, 'vault'>, part: Pick<WalkedPart, 'seals' | 'checkpoints'>,
): Promise<Result<CheckedSeals, Failure>> {
  const links = await check(services, 'link', part.seals, ({ position }) => position)
  if (!links.ok) return links
  const checkpoints = await check(services, 'checkpoint', part.checkpoints, ({ linkedAt }: CheckpointToCheck) => linkedAt)
  if (!checkpoints.ok) return checkpoints
  const places = [
    { position: links.value.wrongAt, what: 'seal-wrong' as const },
    { position: checkpoints.value.wrongAt, what: 'checkpoint-wrong' as const },
  ].flatMap(({ position, what }) => position === null ? [] : [{ position, what }])
  return success({
    right: links.value.right,
    byAnotherKey: links.value.byAnotherKey + checkpoints.value.byAnotherKey,
    wrong: places.sort((one, other) => one.position - other.position)[0] ?? null,
  })
}

async function check<Seal extends SealToCheck>(
  { vault }: Pick<Services, 'vault'>, purpose: SealPurpose, seals: readonly Seal[], placeOf: (seal: Seal) => number,
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
      const strange = since === null ? undefined : own.find((seal) => placeOf(seal) >= since)
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

/** Whether the journal holds a link, or a checkpoint that stands for it with a seal of this vault's own key. */
export async function isThere(
  { journal, vault }: Pick<Services, 'journal' | 'vault'>, { position, link }: Link,
): Promise<Result<boolean, Failure>> {
  const there = await journal.linkAt({ position })
  if (!there.ok) return there
  const { removed } = there.value
  if (removed === null) return success(there.value.link === link)
  const { keyId, digest, seal } = removed
  const checked = await vault.checkJournalSeals({ purpose: 'checkpoint', keyId, seals: [{ digest, seal }] })
  return checked.ok ? success(checked.value.known && checked.value.firstWrong === null) : checked
}
