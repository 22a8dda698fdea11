import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { call, callSigned, charge, firstOrder } from './calls.ts'
import { form, keys, send, sha1 } from './wire.ts'
import { freshFolder, onTestEnd, secret } from './with-sandbox.ts'

const root = join(import.meta.dirname, '../../..')
/** On Windows a signal ends the process before it can clean up, and npm is not a program. */
const onWindows = process.platform === 'win32'

interface Run {
  readonly child: ChildProcessWithoutNullStreams
  readonly out: () => string
  readonly err: () => string
}

function run(command: string, words: readonly string[], temporary = freshFolder()): Run {
  const env = { ...process.env, TMPDIR: temporary, TEMP: temporary, TMP: temporary }
  const child = spawn(command, words, { cwd: root, env })
  let out = ''
  let err = ''
  child.stdout.on('data', (chunk: Buffer) => { out += chunk.toString() })
  child.stderr.on('data', (chunk: Buffer) => { err += chunk.toString() })
  onTestEnd(async () => {
    if (child.exitCode !== null || child.signalCode !== null) return
    const ended = once(child, 'exit')
    child.kill('SIGTERM')
    await ended
  })
  return { child, out: () => out, err: () => err }
}

const alone = (words: readonly string[], temporary?: string) =>
  run('node', [join(root, 'electron/sandbox/cli.ts'), ...words], temporary)

async function announced({ child, out }: Run): Promise<Record<string, unknown> & { baseUrl: string }> {
  while (!out().includes('\n')) await Promise.race([once(child.stdout, 'data'), once(child, 'exit')])
  return JSON.parse(out()) as Record<string, unknown> & { baseUrl: string }
}

function keyFile(content: string | Buffer = keys.publicKey): string {
  const path = join(freshFolder(), 'public.pem')
  writeFileSync(path, content)
  return path
}

it.skipIf(onWindows)('the npm script prints one line of JSON with all that an independent client needs, and ends cleanly on request', async () => {
  const [npm = '', ...words] = 'npm run -s sandbox -- --port 0 --product-word acme --public-key'.split(' ')
  const sandbox = run(npm, [...words, keyFile()])
  const description = await announced(sandbox)
  expect(Object.keys(description)).toEqual([
    'baseUrl', 'productWord', 'login', 'endpointId', 'endpointGroupId', 'currency', 'merchantControl', 'examples',
  ])
  expect(description).toMatchObject({
    baseUrl: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+$/), productWord: 'acme', currency: 'USD',
    examples: { orderId: firstOrder.orderid, clientOrderId: firstOrder.client_orderid, serialNumber: expect.any(String), cardRefId: '1000001' },
  })
  sandbox.child.kill('SIGTERM')
  await once(sandbox.child, 'exit')
  expect(sandbox.out().trimEnd().split('\n')).toHaveLength(1)
})

it('uses the secret and the readings of its command line', async () => {
  const words = [
    '--merchant-control', secret, '--recurrent-control-without-entry-point', '--oauth-header-only', '--processing-ms', '0',
    '--public-key', keyFile(),
  ]
  const { baseUrl: url } = await announced(alone(words))
  const control = sha1('sandbox-merchant', 'order-1', '1000001', '1015', 'USD', secret)
  expect((await call({ url }, charge(), { control })).fields.type).toBe('async-response')
  expect((await call({ url }, charge())).fields['error-code']).toBe('2')
  expect((await callSigned({ url }, '/v4/status/1001', firstOrder)).body).toContain('in the header only')
})

it('refuses a wrong clock if its command line has a window', async () => {
  const { baseUrl: url } = await announced(alone(['--clock-window', '60', '--public-key', keyFile()]))
  expect((await callSigned({ url }, '/v4/status/1001', firstOrder)).body).toMatch(/oauth_timestamp is \d+ seconds .* 60 are allowed/)
})

it('takes a public key as Windows PowerShell writes it with ">"', async () => {
  const { baseUrl: url } = await announced(alone(['--public-key', keyFile(Buffer.from(`\ufeff${keys.publicKey}`, 'utf16le'))]))
  expect((await callSigned({ url }, '/v4/create-card-ref/1001', firstOrder)).status).toBe(200)
})

it('behind a tunnel prints its public address for clients, and its local one for the tunnel', async () => {
  const description = await announced(alone(['--public-url', 'https://Gate.test/', '--public-key', keyFile()]))
  expect(description).toMatchObject({ baseUrl: 'https://gate.test', localUrl: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+$/) })
})

it('reports on standard error that version 4 is closed without a key', async () => {
  const sandbox = alone([])
  const { baseUrl: url } = await announced(sandbox)
  expect((await callSigned({ url }, '/v4/create-card-ref/1001', firstOrder)).status).toBe(403)
  expect(sandbox.err()).toMatch(/public-key.*403/)
})

it('with https prints the file of its certificate, which is deleted at its end, and never shows its key', async () => {
  const temporary = freshFolder()
  const sandbox = alone(['--tls', '--merchant-control', secret, '--ledger', freshFolder()], temporary)
  const { baseUrl: url, certificateFile } = await announced(sandbox)
  const ca = readFileSync(String(certificateFile), 'utf8')
  const { path, pairs } = charge()
  expect((await send(`${url}/gw/api${path}`, form(pairs), { ca })).fields.type).toBe('async-response')
  expect(ca).not.toContain('PRIVATE')
  expect(readdirSync(temporary, { recursive: true }).filter((name) => String(name).includes('.'))).toEqual([
    expect.stringMatching(/certificate\.pem$/),
  ])
  const ended = once(sandbox.child, 'exit')
  sandbox.child.kill('SIGTERM')
  await ended
  if (!onWindows) expect(readdirSync(temporary)).toEqual([])
})

it('prints on standard error the fields that are not in the interface, without their values', async () => {
  const sandbox = alone(['--merchant-control', secret, '--public-key', keyFile()])
  const { baseUrl: url } = await announced(sandbox)
  await call({ url }, charge({ custommer: 'Carla' }))
  while (!sandbox.err().includes('\n')) await once(sandbox.child.stderr, 'data')
  expect(sandbox.err()).toBe('Fields that the interface does not know for recurrent-payment: custommer.\n')
})

it.skipIf(onWindows).each(['SIGTERM', 'SIGINT'] as const)('leaves nothing behind on %s', async (signal) => {
  const temporary = freshFolder()
  const sandbox = alone([], temporary)
  const { baseUrl: url } = await announced(sandbox)
  await call({ url }, charge())
  expect(readdirSync(temporary)).toHaveLength(1)
  const ended = once(sandbox.child, 'exit')
  sandbox.child.kill(signal)
  expect(await ended).toEqual([0, null])
  expect(readdirSync(temporary)).toEqual([])
})

it.each([
  [['--nonsense'], 2, /nonsense/], [['--public-key', 'no-such-file.pem'], 1, /can't be read \(ENOENT\)/], [['--public-key', 'package.json'], 1, /SPKI PEM/],
  [['--ledger', 'package.json'], 1, /no ledger/],
])('refuses %j with a sentence', async (words, code, sentence) => {
  const sandbox = alone(words)
  expect(await once(sandbox.child, 'close')).toEqual([code, null])
  expect(sandbox.err()).toMatch(sentence)
  expect(sandbox.err().trimEnd().split('\n')).toHaveLength(1)
  expect(sandbox.out()).toBe('')
})

it('prints its help', async () => {
  const sandbox = alone(['--help'])
  expect(await once(sandbox.child, 'close')).toEqual([0, null])
  for (const word of ['--port', '--product-word', '--public-key', '--processing-ms', '--ledger']) expect(sandbox.out()).toContain(word)
})
