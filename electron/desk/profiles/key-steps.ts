/** Steps in the lifecycle of keys, for audit lines. */
import { maskFreeText } from '#shared/gateway/requests/masking.ts'
import type { KeyId } from '#shared/brands.ts'
import type { Failure } from '#shared/model/answers/failure.ts'
import type { KeyDescription } from '#shared/model/keys/key.ts'
import type { LifeStep, LifeStepName } from '#shared/model/keys/life-steps.ts'
import type { Profile, ProfileDraft } from '#shared/model/profiles/profile.ts'
import { failed, success, type Result } from '#shared/result.ts'
import type { Services } from '../services.ts'

/** A step of a key. */
export function keyStep(
  { fingerprint }: Pick<KeyDescription, 'fingerprint'>, step: LifeStepName, more: Pick<LifeStep, 'other' | 'about'> = {},
): LifeStep {
  return { of: 'key', id: fingerprint, step, ...more }
}

/** The key with an id; `no-such-key` if the vault does not have it. */
export async function keyById({ vault }: Services, keyId: KeyId): Promise<Result<KeyDescription, Failure>> {
  const keys = await vault.listKeys()
  if (!keys.ok) return keys
  const key = keys.value.find(({ id }) => id === keyId)
  return key === undefined ? failed({ code: 'no-such-key' }) : success(key)
}

/** The steps of both keys when a profile changes its key; empty if the key stays the same. */
export async function switchSteps(
  { vault }: Services, before: Pick<Profile, 'keyId'> | null, after: Pick<ProfileDraft, 'keyId' | 'name'>,
): Promise<readonly LifeStep[]> {
  const was = before?.keyId ?? null
  if (was === after.keyId) return []
  const keys = await vault.listKeys()
  const find = (id: KeyId | null) => (keys.ok ? keys.value : []).find((key) => key.id === id)
  const [left, chosen] = [find(was), find(after.keyId)]
  const about = maskFreeText(after.name)
  return [
    ...left === undefined ? [] : [keyStep(left, 'left', { about, ...(chosen !== undefined && { other: chosen.fingerprint }) })],
    ...chosen === undefined ? [] : [keyStep(chosen, 'chosen', { about })],
  ]
}
