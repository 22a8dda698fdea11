/** The data that a desk must still have after its vault was killed, and that must not be in clear. */
import { createPrivateKey, createPublicKey, verify } from 'node:crypto'
import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Keychain } from '../../../../electron/vault/keychain/keychain.ts'
import type { VaultPort } from '../../../../electron/vault/port.ts'
import { createVault } from '../../../../electron/vault/vault.ts'
import { openWholeKeychain } from './dying-keychain.ts'
import { got, kept, littleWork, merchant, nextPassphrase, passphrase, unlock, type ActionName } from './actions.ts'

let minutes = 0

/** Opens the vault over a keychain, a minute later than the last time: an interrupted attempt may have been counted. */
export function openVault(keychain: Keychain): VaultPort {
  minutes += 1
  const laterMs = minutes * 60_000
  return createVault({
    keychain, keychainName: 'test', wasInstalled: () => true, nativeModulePath: () => '',
    work: littleWork, now: () => new Date(Date.now() + laterMs),
  })
}

/**
 * Starts the desk once more, which continues interrupted work, and returns lost or clear data; empty if
 * all is correct.
 */
export async function check(folder: string, action: ActionName, pem: string): Promise<string[]> {
  try {
    const port = await open(folder, action)
    return [...await lost(port, action, pem), ...inTheClear(folder, pem)]
  } catch (error) {
    return [`locked out: ${error instanceof Error ? error.message : 'unknown'}`]
  }
}

async function open(folder: string, action: ActionName): Promise<VaultPort> {
  const port = openVault(openWholeKeychain(folder))
  const { kind } = got(await port.protection())
  // If it was killed before the first person was written, nothing has changed: it is set up again.
  if (action === 'set-up' && kind === 'none') {
    got(await port.setUpProtection({ name: 'Ada', passphrase }))
    return port
  }
  if (action !== 'change of passphrase') {
    await unlock(port)
    return port
  }
  const opening: VaultPort[] = []
  for (const text of [passphrase, nextPassphrase]) {
    const tried = openVault(openWholeKeychain(folder))
    await unlock(tried, text).then(() => opening.push(tried), () => undefined)
  }
  const [opened] = opening
  if (opened === undefined || opening.length > 1) throw new Error(`${opening.length} passphrases open`)
  return opened
}

async function lost(port: VaultPort, action: ActionName, pem: string): Promise<string[]> {
  const { answers } = kept
  const [first, second] = answers.keys
  const names = new Set(got(await port.listKeys()).map(({ id }) => id))
  const signatureOf = async (keyId: typeof first.id) => {
    const signed = await port.signRsaSha256({ keyId, environment: 'staging', merchant, baseString: 'POST&x' })
    return signed.ok ? signed.value : null
  }
  const control = await port.control({ secretId: 'profile-1', environment: 'staging', merchant, textBeforeSecret: 'a' })
  const wrong: [string, boolean][] = [
    ['a control secret is lost', !control.ok || control.value !== answers.control],
    ['a key is lost', !names.has(second.id)],
    ['a profile is not confirmed any more', got(await port.checkConfirmation({ confirmation: answers.profile })) !== 'valid'],
    ['a profile cannot be signed', !(await port.signProfile({ content: 'a profile', number: 1 })).ok],
  ]
  const own = await signatureOf(first.id)
  if (action !== 'rotation') wrong.push(['a key that signs is lost', own !== answers.signature])
  else if (own !== answers.signature) {
    // It may have been removed, or have lost its merchants on the way; then its successor signs.
    const others = [...names].filter((id) => id !== first.id && id !== second.id)
    const signatures = await Promise.all(others.map(signatureOf))
    const publicKey = createPublicKey(createPrivateKey(pem))
    const signs = signatures.some((text) =>
      text !== null && verify('sha256', Buffer.from('POST&x'), publicKey, Buffer.from(text, 'base64')))
    wrong.push(['neither the key nor its successor signs', !signs])
  }
  return wrong.filter(([, isWrong]) => isWrong).map(([what]) => what)
}

/** Texts that must not be in any file of the folder: secrets and primes, as text and as bytes. */
function inTheClear(folder: string, pem: string): string[] {
  const bodies = Object.values(kept.entries).map((text) => Buffer.from(text, 'base64').toString('latin1').split('\n')[1] ?? '')
    .filter((body) => body.length >= 16)
  const { p = '', q = '' } = createPrivateKey(pem).export({ format: 'jwk' })
  const primes = [p, q].map((text) => Buffer.from(text, 'base64url'))
  const canaries = [
    passphrase, nextPassphrase, ...bodies, ...bodies.map((body) => Buffer.from(body, 'base64').toString('latin1')),
    ...primes.map((bytes) => bytes.toString('latin1')), Buffer.concat(primes).toString('base64').slice(0, 100),
  ]
  return readdirSync(folder).flatMap((file) => {
    const content = readFileSync(join(folder, file), 'latin1')
    return canaries.some((canary) => content.includes(canary)) ? [`in the clear: ${Buffer.from(file, 'base64url').toString()}`] : []
  })
}
