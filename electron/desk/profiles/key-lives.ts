/** The lifecycle of every key and control secret, and the certificate authorities that expire. */
import type { CallAnswer, ParsedInput } from '#shared/ipc/contract.ts'
import type { Failure } from '#shared/model/answers/failure.ts'
import { lifeOfKey, lifeOfSecret, livesOfDestroyedKeys, type SecretLife } from '#shared/model/keys/key-life.ts'
import type { LifeLine } from '#shared/model/keys/life-steps.ts'
import { success, type Result } from '#shared/result.ts'
import { audit } from '../maintenance/index.ts'
import type { DeskContext } from '../context.ts'
import type { Services } from '../services.ts'
import { authorityEnds } from './certificates.ts'
import { keyById, keyStep } from './key-steps.ts'

/**
 * The lifecycles of all keys and control secrets, from the audit trail, the vault and the current profiles. Without the
 * key that the built-in gateway creates for a run.
 */
export async function lives(
  { services, builtIn }: Pick<DeskContext, 'services' | 'builtIn'>,
): Promise<CallAnswer<'keys.lives'>> {
  const keys = await services.vault.listKeys()
  if (!keys.ok) return keys
  const damaged = await services.vault.damagedKeys()
  if (!damaged.ok) return damaged
  const lines = await services.journal.lifeLines()
  if (!lines.ok) return lines
  const age = ageRule(services)
  const usersOf = (keyId: string) => services.profiles.list().filter((profile) => profile.keyId === keyId).length
  const secrets = await secretLives(services, lines.value)
  if (!secrets.ok) return secrets
  return success({
    keys: [
      ...keys.value.filter(({ id }) => !builtIn.isOwnKey(id))
        .map((key) => lifeOfKey(key, lines.value, { ...age, users: usersOf(key.id) })),
      ...livesOfDestroyedKeys(keys.value, lines.value),
    ],
    damaged: damaged.value,
    secrets: secrets.value,
    authorityEnds: authorityEnds(services),
  })
}

/** The lifecycles of control secrets. The built-in gateway's secret is omitted, as it is new in each run. */
async function secretLives(
  services: Services, lines: readonly LifeLine[],
): Promise<Result<readonly SecretLife[], Failure>> {
  const found: SecretLife[] = []
  for (const profile of services.profiles.list().filter(({ gateway }) => gateway.kind === 'address')) {
    const stored = await services.vault.hasSecret({ secretId: profile.id })
    if (!stored.ok) return stored
    if (stored.value) found.push(lifeOfSecret(profile, lines, ageRule(services)))
  }
  return success(found)
}

function ageRule({ system, settings }: Services) {
  return { now: system.now(), replaceAfterDays: settings.read().replaceAfterDays }
}

const actions = { exported: 'public-key-exported', sent: 'public-key-sent' } as const

/** Records a person's step with the public key: copied, or sent to gateway support. */
export async function noteStep(
  services: Services, { keyId, step }: ParsedInput<'keys.noteStep'>,
): Promise<Result<null, Failure>> {
  const key = await keyById(services, keyId)
  if (!key.ok) return key
  const { name, fingerprint } = key.value
  return await audit(services, actions[step], name, `fingerprint ${fingerprint}`, undefined, [keyStep(key.value, step)])
}
