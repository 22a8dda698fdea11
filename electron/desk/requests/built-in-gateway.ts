import type { KeyId } from '#shared/brands.ts'
import type { Failure } from '#shared/model/answers/failure.ts'
import { builtInMerchantKey } from '#shared/model/profiles/merchant.ts'
import type { Profile } from '#shared/model/profiles/profile.ts'
import { failed, success, type Result } from '#shared/result.ts'
import type { SandboxDescription } from '../../sandbox/port.ts'
import type { Services } from '../services.ts'

/** The sandbox profile's gateway. It becomes ready at its first use: running, with its secret, later with a key. */
export interface BuiltInGateway {
  /** Starts the gateway and stores its secret in the vault; returns at once when that is done already. */
  ready(profile: Profile): Promise<Result<SandboxDescription, Failure>>
  /**
   * A signing key that the gateway knows: the profile's own when the vault has it, else one of this run, created at
   * the first call. Call `ready` first.
   */
  signingKey(): Promise<Result<KeyId, Failure>>
  /** The key that a profile signs with; null for a built-in one's that would have to be created, or without a key. */
  keyOf(profile: Profile): KeyId | null
  /** Whether a key is the one that was created for this run. It ends with the run: nobody has to look after it. */
  isOwnKey(keyId: KeyId): boolean
  /** The gateway's description since its start; null before that. */
  description(): SandboxDescription | null
  /** Forgets which values are in the vault: it was locked, or the profile's key was changed. */
  forget(): void
}

const keyName = 'Sandbox, created for this run'

/**
 * Creates the manager of the built-in gateway. Its secret and key live in the vault's memory only, never in the
 * keychain. `keyCreated` is called when it has created a key and uses it.
 */
export function builtInGateway(services: Services, keyCreated: () => void): BuiltInGateway {
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
    // The keychain is not asked for a key that was never in it: this gateway also works without a keychain, or with a
    // locked one.
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
    const used = await useKey(made.value.id)
    if (used.ok) keyCreated()
    return used
  }

  return {
    async ready(profile) {
      const before = underWay
      const known = await before
      if (known?.ok === true && await isStillThere(profile)) return known
      // The first caller makes it ready again: after a failure, or after a vault that ended by itself lost everything.
      if (underWay === before) underWay = makeReady(profile)
      return await (underWay ?? makeReady(profile))
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
      underWay = null
      keyInUse = null
    },
  }
}
