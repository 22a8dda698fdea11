import type { KeyId } from '#shared/brands.ts'
import type { Failure } from '#shared/model/answers/failure.ts'
import { builtInMerchantKey } from '#shared/model/profiles/merchant.ts'
import type { Profile } from '#shared/model/profiles/profile.ts'
import { failed, success, type Result } from '#shared/result.ts'
import type { SandboxDescription } from '../../sandbox/port.ts'
import type { Services } from '../services.ts'

/** The gateway of the sandbox profile. Its first use starts it and stores its secret; a key follows when needed. */
export interface BuiltInGateway {
  /** Starts the gateway and stores its secret in the vault. Returns at once if that was done. */
  ready(profile: Profile): Promise<Result<SandboxDescription, Failure>>
  /**
   * A signing key that the gateway knows: the profile's key if the vault has it, else a key of this run, created at the
   * first call. Call `ready` first.
   */
  signingKey(): Promise<Result<KeyId, Failure>>
  /** The key that a profile signs with; null if it has none, or if the built-in gateway's key is not created yet. */
  keyOf(profile: Profile): KeyId | null
  /** Whether a key was created for this run. It ends with the run, so no reminder is needed for it. */
  isOwnKey(keyId: KeyId): boolean
  /** The gateway's description since its start; null before. */
  description(): SandboxDescription | null
  /** Forgets which values are in the vault, as the vault was locked or the profile's key was changed. */
  forget(): void
}

const keyName = 'Sandbox, created for this run'

/**
 * Creates the built-in gateway's manager. Its secret and key are in the vault's memory only, never in the keychain.
 * `keyCreated` is called when it created a key and uses it.
 */
export function builtInGateway(services: Services, keyCreated: () => void): BuiltInGateway {
  let readying: Promise<Result<SandboxDescription, Failure>> | null = null
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
    const key = await existingKey(profile)
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

  async function isSecretStored(profile: Profile): Promise<boolean> {
    const stored = await services.vault.hasSecret({ secretId: profile.id })
    return !stored.ok || stored.value
  }

  async function existingKey(profile: Profile): Promise<Result<KeyId | null, Failure>> {
    if (profile.keyId !== null) {
      const own = await services.vault.exportPublicKey({ keyId: profile.keyId })
      if (own.ok && own.value.description.environment === 'sandbox') return success(profile.keyId)
      if (!own.ok && own.failure.code !== 'no-such-key') return own
    }
    // The keychain is not queried for a key that was never in it, so that this gateway also works without a keychain or
    // with a locked one.
    if (generatedKey !== null && (await services.vault.exportPublicKey({ keyId: generatedKey })).ok) {
      return success(generatedKey)
    }
    return success(null)
  }

  async function createKey(): Promise<Result<KeyId, Failure>> {
    const created = await services.vault.generateKey({
      generationId: 'built-in-gateway', name: keyName, environment: 'sandbox', bits: 2048, keep: 'this-run',
    })
    if (!created.ok) return failed(created.failure)
    const confirmed = await services.vault.confirmKey({ keyId: created.value.id, merchant: builtInMerchantKey })
    if (!confirmed.ok) return confirmed
    generatedKey = created.value.id
    const used = await useKey(created.value.id)
    if (used.ok) keyCreated()
    return used
  }

  return {
    async ready(profile) {
      const before = readying
      const known = await before
      if (known?.ok === true && await isSecretStored(profile)) return known
      // The first caller makes it ready again: after a failure, or if the vault crashed and lost everything.
      if (readying === before) readying = makeReady(profile)
      return await (readying ?? makeReady(profile))
    },
    async signingKey() {
      if (keyInUse !== null) return success(keyInUse)
      creating ??= createKey().finally(() => { creating = null })
      return await creating
    },
    keyOf: ({ gateway, keyId }) => (gateway.kind === 'built-in' ? keyInUse ?? keyId ?? generatedKey : keyId),
    isOwnKey: (keyId) => keyId === generatedKey,
    description: () => running,
    forget() {
      readying = null
      keyInUse = null
    },
  }
}
