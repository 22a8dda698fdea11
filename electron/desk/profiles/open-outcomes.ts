/**
 * Protects open outcomes when a profile is changed or removed: a person must read the list and enter a reason. A
 * profile with a batch that has not ended cannot be removed.
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

/** A person's reply to the list of open outcomes. */
export interface Acknowledged {
  readonly reason: string
  /** The new address, product word or login is of the same merchant, so history and warnings stay valid. */
  readonly sameMerchant: boolean
}

/**
 * Permits saving a profile, or fails with the open outcomes that prevent it (`open-outcomes`). A change of merchant
 * fails too if money was touched and nothing is open: whether the merchant is the same decides which earlier requests
 * count.
 */
export async function allowSaving(
  services: Services, id: ProfileId | null, draft: ProfileDraft, acknowledged: Acknowledged | null,
): Promise<Result<null, Failure>> {
  const before = id === null ? null : services.profiles.get(id)
  if (before === null) return success(null)
  const found = await services.journal.openOutcomesOf(merchantAt(before))
  if (!found.ok) return found
  const isOtherMerchant = await changesMerchant(services, before, draft)
  if (!isOtherMerchant.ok) return isOtherMerchant
  const entries = isOtherMerchant.value ? found.value : found.value.filter((row) => losesEntryPoint(row, before, draft))
  const touched = isOtherMerchant.value ? await services.journal.touchedMoney(merchantAt(before)) : success(false)
  if (!touched.ok) return touched
  if (entries.length === 0 && !touched.value) return success(null)
  const change = isOtherMerchant.value ? 'merchant' as const : 'entry-point' as const
  if (acknowledged === null) return failed({ code: 'open-outcomes', change, entries })
  return isOtherMerchant.value && acknowledged.sameMerchant
    ? await declareSameMerchant(services, before, draft, acknowledged.reason)
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
  const [keyBefore, keyAfter] = [merchantKeyOf(before), merchantKeyOf(after)]
  // The rules of profiles refuse an invalid address.
  if (keyBefore === null || keyAfter === null || keyBefore === keyAfter) return success(false)
  const roots = await services.journal.merchantRoots({ merchantKeys: [keyBefore, keyAfter] })
  return roots.ok ? success(roots.value[0] !== roots.value[1]) : roots
}

function losesEntryPoint({ entryPoint }: HistoryRow, before: Profile, after: ProfileDraft): boolean {
  const has = ({ entryPoints }: ProfileDraft): boolean => entryPoints.some((one) => sameEntryPoint(one, entryPoint))
  return has(before) && !has(after)
}

async function declareSameMerchant(
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
