import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { serialize } from 'node:v8'
import { expect, onTestFinished, test } from 'vitest'
import { keyringMissing, startKeyring } from '../../host/keyring.ts'
import { createInstallation, merchant, readEntry, value } from './support.ts'

const missing = keyringMissing()
if (missing !== null) console.warn(`What the vault posts is not searched for secrets here: ${missing}`)

const secret = 'D2B8-control-secret-of-a-test'
const profile = { secretId: 'profile-1', environment: 'staging', merchant } as const

test.skipIf(missing !== null)('no secret byte is in the vault’s messages, its log or its data folder', async () => {
  const keyring = await startKeyring()
  const installation = createInstallation()
  onTestFinished(async () => {
    await installation.remove()
    await keyring.stop()
  })
  const vault = installation.start(keyring.env)
  const { port } = vault
  await port.storeSecret({ ...profile, secret, keep: 'keychain' })
  await port.storeSecret({ ...profile, secretId: 'long', secret: secret.repeat(60), keep: 'keychain' })
  const made = await value(port.generateKey({
    generationId: 'g', name: 'Desk 1', environment: 'staging', bits: 2048, keep: 'keychain',
  }))
  await port.describe()
  await port.listKeys()
  await port.control({ ...profile, textBeforeSecret: 'a' })
  await port.control({ ...profile, environment: 'production', textBeforeSecret: 'a' })
  await port.signHmacSha1({ ...profile, baseString: 'a' })
  await port.confirmKey({ keyId: made.id, merchant })
  await port.signRsaSha256({ keyId: made.id, environment: 'staging', merchant, baseString: 'a' })
  await port.exportPublicKey({ keyId: made.id })
  await port.provePair({ keyId: made.id })
  await port.importKey({ name: secret, environment: 'staging', pem: `-----BEGIN PRIVATE KEY-----${secret}`, keep: 'keychain' })
  // A defect: an argument that the types would not allow.
  await expect(port.control({ secretId: secret, environment: 'staging' } as never)).resolves.toBeDefined()
  await expect(port.importKey({ name: 7, pem: secret } as never)).rejects.toThrow('The vault failed in importKey.')
  keyring.lock()
  await port.storeSecret({ ...profile, secret, keep: 'keychain' })
  await vault.end()
  await keyring.unlock()

  const primes = Buffer.from(readEntry(keyring, `key-${made.id}`).toString().split('\n')[1]!, 'base64')
  const secretBytes = [Buffer.from(secret), primes.subarray(0, 128), primes.subarray(128)]
  const needles = secretBytes.flatMap((bytes) => [
    bytes.toString('latin1'), bytes.toString('hex'), bytes.toString('base64').slice(0, 30), bytes.toString('base64url').slice(0, 30),
  ])
  const files = readdirSync(installation.folder, { recursive: true, withFileTypes: true })
    .filter((file) => file.isFile()).map((file) => readFileSync(join(file.parentPath, file.name), 'latin1'))
  expect(files.join()).toContain('vault-defect')
  const seen = `${JSON.stringify(vault.posted)}${serialize(vault.posted).toString('latin1')}${files.join()}`
  expect(vault.posted.length).toBeGreaterThan(10)
  for (const needle of needles) expect(seen.includes(needle)).toBe(false)
})
