import type { KeyId } from '#shared/brands.ts'
import type { Failure } from '#shared/model/failure.ts'
import { builtInMerchantKey } from '#shared/model/merchant.ts'
import type { Profile } from '#shared/model/profile.ts'
import { failed, success, type Result } from '#shared/result.ts'
import type { SandboxDescription } from '../sandbox/port.ts'
import type { Rooms } from './rooms.ts'

/** The sandbox profile's gateway, made ready when it is first needed: running, with its secret and a key pair. */
export interface BuiltInGateway {
  /** Starts the gateway and puts its secret and key into the vault; answers at once when all that is done. */
  ready(profile: Profile): Promise<Result<SandboxDescription, Failure>>
  /** The key the profile signs with: its own when the vault has it, else the one made for this run. */
  keyOf(profile: Profile): KeyId | null
  /** What the gateway told when it started; null before that. */
  description(): SandboxDescription | null
  /** Forgets what was put into the vault; it was locked or the profile's key was changed. */
  forget(): void
}

const keyName = 'Sandbox, made for this run'

/**
 * Makes the keeper of the built-in gateway. Its secret and key live in the vault's memory only, never in the keychain.
 */
export function builtInGateway(rooms: Rooms): BuiltInGateway {
  let underWay: Promise<Result<SandboxDescription, Failure>> | null = null
  let running: SandboxDescription | null = null
  let keyInUse: KeyId | null = null
  let madeKey: KeyId | null = null

  async function makeReady(profile: Profile): Promise<Result<SandboxDescription, Failure>> {
    const started = await rooms.sandbox.start()
    if (!started.ok) return started
    running = started.value
    const stored = await rooms.vault.storeSecret({
      secretId: profile.id, environment: 'sandbox', merchant: builtInMerchantKey, secret: rooms.sandboxSecret,
      keep: 'this-run',
    })
    if (!stored.ok) return stored
    const key = await ownOrFreshKey(profile)
    if (!key.ok) return key
    const exported = await rooms.vault.exportPublicKey({ keyId: key.value })
    if (!exported.ok) return exported
    await rooms.sandbox.setPublicKey(exported.value.pem)
    keyInUse = key.value
    return success(started.value)
  }

  async function isStillThere(profile: Profile): Promise<boolean> {
    const stored = await rooms.vault.hasSecret({ secretId: profile.id })
    return !stored.ok || stored.value
  }

  async function ownOrFreshKey(profile: Profile): Promise<Result<KeyId, Failure>> {
    if (profile.keyId !== null) {
      const own = await rooms.vault.exportPublicKey({ keyId: profile.keyId })
      if (own.ok && own.value.description.environment === 'sandbox') return success(profile.keyId)
      if (!own.ok && own.failure.code !== 'no-such-key') return own
    }
    // The keychain is not asked for what never was in it: without one, or with a locked one, this gateway works too.
    if (madeKey !== null && (await rooms.vault.exportPublicKey({ keyId: madeKey })).ok) return success(madeKey)
    const made = await rooms.vault.generateKey({
      generationId: 'built-in-gateway', name: keyName, environment: 'sandbox', bits: 2048, keep: 'this-run',
    })
    if (!made.ok) return failed(made.failure)
    const confirmed = await rooms.vault.confirmKey({ keyId: made.value.id, merchant: builtInMerchantKey })
    if (!confirmed.ok) return confirmed
    madeKey = made.value.id
    return success(made.value.id)
  }

  return {
    async ready(profile) {
      const before = underWay
      const known = await before
      if (known?.ok === true && await isStillThere(profile)) return known
      // Whoever comes first makes it ready anew: after a failure, or after a vault that ended by itself forgot it all.
      if (underWay === before) underWay = makeReady(profile)
      return await (underWay ?? makeReady(profile))
    },
    keyOf: (profile) => keyInUse ?? profile.keyId,
    description: () => running,
    forget() {
      underWay = null
      keyInUse = null
    },
  }
}
