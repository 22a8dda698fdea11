/**
 * A profile with open outcomes is not changed or removed unseen: a person reads the list and enters a reason. One
 * with a batch that has not ended is not removed.
 */
import type { ProfileId } from '#shared/brands.ts'
import { merchantKeyOf } from '#shared/model/profiles/merchant.ts'
import type { Failure } from '#shared/model/answers/failure.ts'
import type { HistoryRow } from '#shared/model/history/history.ts'
import { builtInProfileId } from '#shared/model/profiles/profile-rules.ts'
import type { Profile, ProfileDraft } from '#shared/model/profiles/profile.ts'
import { failed, success, type Result } from '#shared/result.ts'
import { audit, auditRecord } from '../maintenance/index.ts'
import { merchantAt, sameEntryPoint } from '../requests/index.ts'
import type { Services } from '../services.ts'

/** A person's answer to the list of open outcomes. */
export interface Acknowledged {
  readonly reason: string
  /** The new address, product word or login is the same merchant's: history and warnings carry over. */
  readonly sameMerchant: boolean
}

/**
 * Permits saving a profile, or fails with the open outcomes that prevent it (`open-outcomes`). A change of merchant
 * also asks where nothing is open but money was touched: whether the merchant is the same decides what counts as sent.
 */
export async function allowSaving(
  services: Services, id: ProfileId | null, draft: ProfileDraft, acknowledged: Acknowledged | null,
): Promise<Result<null, Failure>> {
  const before = id === null ? null : services.profiles.get(id)
  if (before === null) return success(null)
  const found = await services.journal.openOutcomesOf(merchantAt(before))
  if (!found.ok) return found
  const moves = await changesMerchant(services, before, draft)
  if (!moves.ok) return moves
  const entries = moves.value ? found.value : found.value.filter((row) => losesEntryPoint(row, before, draft))
  const touched = moves.value ? await services.journal.touchedMoney(merchantAt(before)) : success(false)
  if (!touched.ok) return touched
  if (entries.length === 0 && !touched.value) return success(null)
  const change = moves.value ? 'merchant' as const : 'entry-point' as const
  if (acknowledged === null) return failed({ code: 'open-outcomes', change, entries })
  return moves.value && acknowledged.sameMerchant
    ? await join(services, before, draft, acknowledged.reason)
    : await noteOutcomes(services, before, entries, acknowledged.reason)
}

/** Permits removing a profile, or fails with the batch (`batch-not-ended`) or the open outcomes that prevent it. */
export async function allowRemoving(
  services: Services, id: ProfileId, reason: string | null,
): Promise<Result<null, Failure>> {
  const profile = services.profiles.get(id)
  if (profile === null || id === builtInProfileId) return success(null)
  for (const state of ['running', 'paused'] as const) {
    const batches = await services.journal.batchesInState({ state })
    if (!batches.ok) return batches
    if (batches.value.some(({ profileId }) => profileId === id)) return failed({ code: 'batch-not-ended' })
  }
  const found = await services.journal.openOutcomesOf(merchantAt(profile))
  if (!found.ok) return found
  if (found.value.length === 0) return success(null)
  if (reason === null) return failed({ code: 'open-outcomes', change: 'removal', entries: found.value })
  return await noteOutcomes(services, profile, found.value, reason)
}

async function changesMerchant(
  services: Services, before: Profile, after: ProfileDraft,
): Promise<Result<boolean, Failure>> {
  const [was, is] = [merchantKeyOf(before), merchantKeyOf(after)]
  // An address that is none is refused by the rules of profiles.
  if (was === null || is === null || was === is) return success(false)
  const roots = await services.journal.merchantRoots({ merchantKeys: [was, is] })
  return roots.ok ? success(roots.value[0] !== roots.value[1]) : roots
}

function losesEntryPoint({ entryPoint }: HistoryRow, before: Profile, after: ProfileDraft): boolean {
  const has = ({ entryPoints }: ProfileDraft): boolean => entryPoints.some((one) => sameEntryPoint(one, entryPoint))
  return has(before) && !has(after)
}

async function join(
  services: Services, before: Profile, after: ProfileDraft, reason: string,
): Promise<Result<null, Failure>> {
  const [one, other] = [merchantKeyOf(before), merchantKeyOf(after)]
  if (one === null || other === null) return success(null)
  const line = auditRecord(services, 'merchant-moved', before.name, `${one} → ${other}: ${reason}`)
  return await services.journal.recordAudit({ ...line, sameMerchants: [one, other] })
}

async function noteOutcomes(
  services: Services, { name }: Profile, entries: readonly HistoryRow[], reason: string,
): Promise<Result<null, Failure>> {
  const ids = entries.map(({ merchantOrderId, entryId }) => merchantOrderId ?? entryId).join(', ')
  return await audit(services, 'open-outcomes-left', name, `${ids === '' ? 'none open' : ids}: ${reason}`)
}
