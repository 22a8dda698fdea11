import type { KeyId } from '#shared/brands.ts'
import type { Failure } from '#shared/model/failure.ts'
import { builtInMerchantKey } from '#shared/model/merchant.ts'
import type { Profile } from '#shared/model/profile.ts'
import { failed, success, type Result } from '#shared/result.ts'
import type { SandboxDescription } from '../../sandbox/port.ts'
import type { Services } from '../services.ts'

/** The sandbox profile's gateway, made ready when it is first needed: running, with its secret, later with a key. */
export interface BuiltInGateway {
  /** Starts the gateway and puts its secret into the vault; answers at once when all that is done. */
  ready(profile: Profile): Promise<Result<SandboxDescription, Failure>>
  /**
   * The key to sign with, known to the gateway: the profile's own when the vault has it, else one of this run, created
   * when it is first asked for. `ready` comes before it.
   */
  signingKey(): Promise<Result<KeyId, Failure>>
  /** The same as far as it is there already; null where one would have to be created. */
  keyOf(profile: Profile): KeyId | null
  /** What the gateway told when it started; null before that. */
  description(): SandboxDescription | null
  /** Forgets what was put into the vault; it was locked or the profile's key was changed. */
  forget(): void
}

const keyName = 'Sandbox, created for this run'

/**
 * Makes the keeper of the built-in gateway. Its secret and key live in the vault's memory only, never in the keychain.
 */
export function builtInGateway(services: Services): BuiltInGateway {
  let underWay: Promise<Result<SandboxDescription, Failure>> | null = null
  let running: SandboxDescription | null = null
  let keyInUse: KeyId | null = null
  let generatedKey: KeyId | null = null
  let creating: Promise<Result<KeyId, Failure>> | null = null

  async function makeReady(profile: Profile): Promise<Result<SandboxDescription, Failure>> {
    const started = await services.sandbox.start()
    if (!started.ok) return started
    running = started.value
    const stored = await services.vault.storeSecret({
      secretId: profile.id, environment: 'sandbox', merchant: builtInMerchantKey, secret: services.sandboxSecret,
      keep: 'this-run',
    })
    if (!stored.ok) return stored
    keyInUse = null
    const key = await keyThatIsThere(profile)
    if (!key.ok) return key
    if (key.value !== null) {
      const used = await useKey(key.value)
      if (!used.ok) return used
    }
    return success(started.value)
  }

  async function useKey(keyId: KeyId): Promise<Result<KeyId, Failure>> {
    const exported = await services.vault.exportPublicKey({ keyId })
    if (!exported.ok) return exported
    await services.sandbox.setPublicKey(exported.value.pem)
    keyInUse = keyId
    return success(keyId)
  }

  async function isStillThere(profile: Profile): Promise<boolean> {
    const stored = await services.vault.hasSecret({ secretId: profile.id })
    return !stored.ok || stored.value
  }

  async function keyThatIsThere(profile: Profile): Promise<Result<KeyId | null, Failure>> {
    if (profile.keyId !== null) {
      const own = await services.vault.exportPublicKey({ keyId: profile.keyId })
      if (own.ok && own.value.description.environment === 'sandbox') return success(profile.keyId)
      if (!own.ok && own.failure.code !== 'no-such-key') return own
    }
    // The keychain is not asked for what never was in it: without one, or with a locked one, this gateway works too.
    if (generatedKey !== null && (await services.vault.exportPublicKey({ keyId: generatedKey })).ok) {
      return success(generatedKey)
    }
    return success(null)
  }

  async function createKey(): Promise<Result<KeyId, Failure>> {
    const made = await services.vault.generateKey({
      generationId: 'built-in-gateway', name: keyName, environment: 'sandbox', bits: 2048, keep: 'this-run',
    })
    if (!made.ok) return failed(made.failure)
    const confirmed = await services.vault.confirmKey({ keyId: made.value.id, merchant: builtInMerchantKey })
    if (!confirmed.ok) return confirmed
    generatedKey = made.value.id
    return await useKey(made.value.id)
  }

  return {
    async ready(profile) {
      const before = underWay
      const known = await before
      if (known?.ok === true && await isStillThere(profile)) return known
      // Whoever comes first makes it ready again: after a failure, or after a vault that ended by itself forgot it all.
      if (underWay === before) underWay = makeReady(profile)
      return await (underWay ?? makeReady(profile))
    },
    async signingKey() {
      if (keyInUse !== null) return success(keyInUse)
      creating ??= createKey().finally(() => { creating = null })
      return await creating
    },
    keyOf: (profile) => keyInUse ?? profile.keyId,
    description: () => running,
    forget() {
      underWay = null
      keyInUse = null
    },
  }
}
