/** The end of a key: retired, then destroyed; never while something needs it. */
import type { KeyId } from '#shared/brands.ts'
import { operations } from '#shared/gateway/operations/operations.ts'
import type { Failure } from '#shared/model/answers/failure.ts'
import type { KeyDescription } from '#shared/model/keys/key.ts'
import { isRetired, wasEverUsed } from '#shared/model/keys/key-life.ts'
import { linesOf, type LifeLine } from '#shared/model/keys/life-steps.ts'
import { merchantKeyOf } from '#shared/model/profiles/merchant.ts'
import { failed, success, type Result } from '#shared/result.ts'
import { audited } from '../maintenance/index.ts'
import type { Services } from '../services.ts'
import { keyById, keyStep } from './key-steps.ts'

/** Retires or reinstates a key. Profiles cannot select a retired key. */
export async function setRetired(services: Services, keyId: KeyId, retired: boolean): Promise<Result<null, Failure>> {
  const key = await keyById(services, keyId)
  if (!key.ok) return key
  const lines = await services.journal.lifeLines()
  if (!lines.ok) return lines
  const obstacle = retired ? await obstacleTo(services, keyId, lines.value) : success(null)
  if (!obstacle.ok || isRetired(lines.value, key.value.fingerprint) === retired) return obstacle
  return await audited(services, {
    action: retired ? 'key-retired' : 'key-reinstated', subject: key.value.name, detail: factsOf(key.value),
    lifeSteps: [keyStep(key.value, retired ? 'retired' : 'reinstated')],
  }, () => success(null))
}

/** Destroys a private key permanently. A key with a damaged entry has no known name, but can be destroyed too. */
export async function destroyKey(services: Services, keyId: KeyId): Promise<Result<null, Failure>> {
  // Queried separately, as the list of all keys lacks a damaged one.
  const found = await services.vault.exportPublicKey({ keyId })
  if (!found.ok && found.failure.code !== 'keychain-doubtful') return found
  const key = found.ok ? found.value.description : undefined
  const lines = await services.journal.lifeLines()
  if (!lines.ok) return lines
  const obstacle = await obstacleTo(services, keyId, lines.value)
  if (!obstacle.ok) return obstacle
  if (key !== undefined && wasEverUsed(lines.value, key.fingerprint) && !isRetired(lines.value, key.fingerprint)) {
    return failed({ code: 'key-not-retired' })
  }
  return await audited(services, {
    action: 'key-removed', subject: key?.name ?? 'A damaged key',
    detail: key === undefined ? `id ${keyId}` : factsOf(key),
    ...(key !== undefined && { lifeSteps: [keyStep(key, 'destroyed')] }),
  }, () => services.vault.removeKey({ keyId }))
}

const factsOf = ({ environment, fingerprint }: KeyDescription) => `${environment}, fingerprint ${fingerprint}`

/**
 * Fails with the reason why the key is still needed: a profile signs with it, or status queries of open outcomes need
 * it.
 */
async function obstacleTo(
  services: Services, keyId: KeyId, lines: readonly LifeLine[],
): Promise<Result<null, Failure>> {
  const users = services.profiles.list().filter((profile) => profile.keyId === keyId)
  if (users.length > 0) return failed({ code: 'key-in-use', profiles: users.map(({ name }) => name) })
  const merchants = await services.vault.keyMerchants({ keyId })
  // A damaged key without readable merchants cannot sign a status query either.
  if (!merchants.ok) return merchants.failure.code === 'no-such-key' ? success(null) : merchants
  const open = await services.journal.openOutcomes()
  if (!open.ok) return open
  const keys = await services.vault.listKeys()
  const here = keys.ok ? keys.value : []
  const needing = open.value.filter(({ operation, merchantKey }) => operations[operation].version === 'v4'
    && merchants.value.includes(merchantKey) && !hasAnotherProvenKey(services, merchantKey, here, lines))
  return needing.length === 0 ? success(null) : failed({ code: 'key-needed', openOutcomes: needing.length })
}

/** Whether a profile of the merchant signs with a key that its gateway accepts. Status queries can use that one. */
function hasAnotherProvenKey(
  { profiles }: Services, merchant: string, keys: readonly KeyDescription[], lines: readonly LifeLine[],
): boolean {
  return profiles.list().some((profile) => {
    const key = keys.find(({ id }) => id === profile.keyId)
    return key !== undefined && merchantKeyOf(profile) === merchant
      && linesOf(lines, 'key', key.fingerprint).some(({ step, about }) => step === 'proven' && about === merchant)
  })
}
