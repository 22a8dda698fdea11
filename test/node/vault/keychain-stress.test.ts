/**
 * The keychain is killed, restarted, stopped or locked at random while the vault uses it: ten times, or
 * `KEYCHAIN_STRESS_ROUNDS` times (`npm run bench -- keychain-stress`).
 */
import { createHash, generateKeyPairSync } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { KeyId } from '#shared/brands.ts'
import type { Result } from '#shared/result.ts'
import type { VaultFailure } from '../../../electron/vault/port.ts'
import { keyringMissing, startKeyring, type TestKeyring } from '../../host/keyring.ts'
import { chosenSeed, seeded, wholeNumber } from '../../bench/seed.ts'
import { createInstallation, merchant, quick, value, type Installation, type TestVault } from './support.ts'

const missing = keyringMissing()
if (missing !== null) console.warn(`The vault is not tested under stress of a real keychain: ${missing}`)

const rounds = wholeNumber(process.env.KEYCHAIN_STRESS_ROUNDS) ?? 10
const mostMsARound = 6_000
const mostTries = 50
// A few rounds repeat the same steps each time; many (`npm run test:soak`) use a new seed.
const seed = rounds === 10 ? chosenSeed(4) : chosenSeed()
const random = seeded(seed)
/** A whole number from 0 up to, not including, `end`. */
const below = (end: number): number => random.whole(0, end - 1)
const environment = 'staging'
const secretIds = ['profile-1', 'profile-2', 'profile-3']
const digestOf = (secret: string) => createHash('sha1').update(secret).digest('hex')
/** The allowed failures of a broken keychain; "doubtful" or "no such" would be a loss. */
const excuses = ['keychain-waiting', 'keychain-locked', 'keychain-missing', 'vault-locked']

let keyring: TestKeyring
let installation: Installation

/** The entries that must be in the keychain, and those that may be, after actions of which some were interrupted. */
interface Expected {
  /** The secrets that each profile may have now; null means none. A single one is certain. */
  readonly secrets: Map<string, Set<string | null>>
  readonly keys: Map<KeyId, string>
}

const pick = <Value>(from: readonly Value[]): Value => from[below(from.length)]!

/** A failure must be an allowed one, and then the action may or may not have been carried out. */
function done(answer: Result<unknown, VaultFailure>, log: string[]): boolean {
  if (!answer.ok) expect(excuses, log.join('\n')).toContain(answer.failure.code)
  return answer.ok
}

async function storeOrRemove({ port }: TestVault, { secrets }: Expected, round: number, log: string[]): Promise<void> {
  const secretId = pick(secretIds)
  const may = secrets.get(secretId)!
  // Removing must succeed only for a secret that certainly exists.
  const next = may.size === 1 && !may.has(null) && below(3) === 0 ? null : `secret-of-round-${round}`
  log.push(`${round}: ${next === null ? 'remove' : 'store'} ${secretId}`)
  const answer = next === null
    ? await port.removeSecret({ secretId })
    : await port.storeSecret({ secretId, environment, merchant, secret: next, keep: 'keychain' })
  if (done(answer, log)) secrets.set(secretId, new Set([next]))
  else may.add(next)
}

async function importKey({ port }: TestVault, { keys }: Expected, log: string[]): Promise<void> {
  log.push('import a key')
  // A new one each time: an existing key is refused.
  const pem = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()
  const answer = await port.importKey({ name: 'Desk', environment, pem, keep: 'keychain' })
  if (done(answer, log) && answer.ok) {
    expect(answer.value.keep).toBe('keychain')
    keys.set(answer.value.id, answer.value.fingerprint)
  }
}

async function read({ port }: TestVault, { secrets }: Expected, log: string[]): Promise<void> {
  const secretId = pick(secretIds)
  log.push(`read ${secretId}`)
  expectOneOf(await port.control({ secretId, environment, merchant, textBeforeSecret: '' }), secrets.get(secretId)!, excuses, log)
}

function expectOneOf(
  answer: Result<string, VaultFailure>, may: Set<string | null>, excused: readonly string[], log: string[],
): void {
  const found = answer.ok ? answer.value : answer.failure.code
  const right = [...may].map((secret) => (secret === null ? 'no-such-secret' : digestOf(secret)))
  const detail = !answer.ok && 'detail' in answer.failure ? [String(answer.failure.detail)] : []
  expect([...right, ...(answer.ok ? [] : excused)], [...log, ...detail].join('\n')).toContain(found)
}

const troubles: readonly (readonly [string, () => Promise<void>])[] = [
  ['kill and restart', async () => { await keyring.restart() }],
  ['kill and leave to the bus', async () => { await keyring.kill() }],
  ['stop', async () => { keyring.pause() }],
  ['lock', async () => { keyring.lock() }],
  ['nothing', async () => undefined],
]

/** The answer of a working keychain: if a slow machine makes the vault stop waiting for it, the call is repeated. */
async function retried<Value>(ask: () => Promise<Result<Value, VaultFailure>>): Promise<Result<Value, VaultFailure>> {
  for (let tries = 1; ; tries++) {
    const answer = await ask()
    if (answer.ok || answer.failure.code !== 'keychain-waiting' || tries === mostTries) return answer
    await new Promise((resolve) => { setTimeout(resolve, 100) })
  }
}

/** The keychain works again. A prompt that ended with its daemon never returns: then lock and unlock. */
async function repair(vault: TestVault): Promise<void> {
  keyring.resume()
  await keyring.restart()
  const described = await vault.port.describe()
  if (described.ok) return
  expect(described.failure.code).toBe('keychain-waiting')
  await vault.lock()
  await vault.unlock()
}

/** Expects every entry to exist as it must, none to be doubtful, and no key to be damaged. */
async function expectWhole({ port }: TestVault, { secrets, keys }: Expected, log: string[]): Promise<void> {
  for (const [secretId, may] of secrets) {
    const answer = await retried(() => port.control({ secretId, environment, merchant, textBeforeSecret: '' }))
    expectOneOf(answer, may, [], log)
    const now = answer.ok ? [...may].find((secret) => secret !== null && digestOf(secret) === answer.value)! : null
    secrets.set(secretId, new Set([now]))
  }
  const listed = await value(retried(() => port.listKeys()))
  for (const [id, fingerprint] of keys) {
    expect(listed.find((key) => key.id === id)?.fingerprint, log.join('\n')).toBe(fingerprint)
  }
  for (const { id } of listed) {
    expect(await value(retried(() => port.provePair({ keyId: id })))).toEqual({ belongsTogether: true })
  }
}

describe.skipIf(missing !== null)(`the keychain under stress${missing === null ? '' : ` (skipped: ${missing})`}`, () => {
  beforeEach(async () => {
    keyring = await startKeyring()
    installation = createInstallation()
  })
  afterEach(async () => {
    keyring.resume()
    await installation.remove()
    await keyring.stop()
  })

  test(`of ${rounds} rounds (seed ${seed}): what was stored exists, what was removed does not, and nothing is incomplete`, { timeout: rounds * mostMsARound + 60_000 }, async () => {
    const start = () => installation.start(keyring.env, { times: quick })
    let vault = start()
    const expected: Expected = { secrets: new Map(secretIds.map((id) => [id, new Set([null])])), keys: new Map() }
    const log: string[] = []
    for (let round = 1; round <= rounds; round++) {
      const [name, trouble] = pick(troubles)
      const payments = [storeOrRemove(vault, expected, round, log)]
      if (round % 4 === 0) payments.push(importKey(vault, expected, log))
      payments.push(read(vault, expected, log))
      // A random moment during the actions; nothing depends on this time.
      await new Promise((resolve) => { setTimeout(resolve, below(25)) })
      log.push(name)
      await trouble()
      if (below(4) === 0) {
        log.push('the vault is locked and started again')
        await vault.end()
        vault = start()
      }
      await Promise.all(payments)
      await repair(vault)
      await expectWhole(vault, expected, log)
    }
    await vault.end()
    await keyring.restart()
    const last = start()
    await expectWhole(last, expected, log)
    const kept = [...expected.secrets.values()].filter((may) => !may.has(null)).length
    expect((await value(retried(() => last.port.describe()))).secrets).toBeGreaterThanOrEqual(kept)
  })
})
