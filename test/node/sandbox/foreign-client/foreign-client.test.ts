import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { expect, it } from 'vitest'
import { freshFolder, onTestEnd } from '../with-sandbox.ts'

const here = import.meta.dirname
const hasOpenssl = spawnSync('openssl', ['version']).status === 0
if (!hasOpenssl) console.warn('The foreign client is not run: there is no openssl program on this computer.')

function openssl(...words: string[]): void {
  const made = spawnSync('openssl', words)
  if (made.status !== 0) throw new Error(made.stderr.toString())
}

it.skipIf(!hasOpenssl)('a client with only the interface document, node:http and openssl completes all steps', async () => {
  const folder = freshFolder()
  const [privateKey, publicKey] = [join(folder, 'private.pem'), join(folder, 'public.pem')]
  openssl('genpkey', '-algorithm', 'RSA', '-pkeyopt', 'rsa_keygen_bits:4096', '-out', privateKey)
  openssl('pkey', '-in', privateKey, '-pubout', '-out', publicKey)

  const sandbox = spawn('node', [
    join(here, '../../../../electron/sandbox/cli.ts'), '--port', '0', '--product-word', 'acme', '--public-key', publicKey,
    '--processing-ms', '300', '--ledger', join(folder, 'ledger.jsonl'),
  ], { stdio: ['ignore', 'pipe', 'inherit'] })
  onTestEnd(async () => {
    const ended = once(sandbox, 'exit')
    if (sandbox.kill('SIGTERM')) await ended
  })
  const [line] = await once(createInterface({ input: sandbox.stdout }), 'line') as [string]

  const client = spawn('node', [join(here, 'client.mjs'), line, privateKey], { stdio: ['ignore', 'pipe', 'inherit'] })
  let out = ''
  client.stdout.on('data', (chunk: Buffer) => { out += chunk.toString() })
  expect(await once(client, 'close')).toEqual([0, null])
  const { atEndpoint, atGroup, withChallenge, ...rest } = JSON.parse(out)
  expect(rest).toEqual({ cards: ['0001', '0001'], statusV4: 'approved' })
  expect(withChallenge).toMatchObject({ status: 'approved', verified: 'AUTHENTICATED' })
  expect(withChallenge.seen).toEqual(expect.arrayContaining(['MethodUrlFrame', 'CReqForm', 'sale_approved']))
  for (const [done, amount] of [[atEndpoint, '0.29'], [atGroup, '64.1']] as const) {
    expect(done).toMatchObject({ status: 'approved', amount })
    expect(done.seen.at(-1)).toBe('sale_approved')
  }
})
