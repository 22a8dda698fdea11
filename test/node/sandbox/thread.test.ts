import { join } from 'node:path'
import { expect, it } from 'vitest'
import { createSandbox, type Sandbox } from '../../../electron/sandbox/client.ts'
import type { SandboxOptions } from '../../../electron/sandbox/port.ts'
import { call, callSigned, charge, firstOrder, register, statusOf } from './calls.ts'
import { keys } from './wire.ts'
import { freshFolder, onTestEnd, sandbox, secret } from './with-sandbox.ts'

const workerPath = join(import.meta.dirname, '../../../electron/sandbox/thread.ts')

function inThread(options: Partial<SandboxOptions> = {}): { sandbox: Sandbox; defects: unknown[] } {
  const defects: unknown[] = []
  const made = createSandbox({
    workerPath, onDefect: (error) => { defects.push(error) },
    options: {
      ledgerPath: freshFolder(), productWord: 'gw', merchantControl: secret, publicKeyPem: null, port: 0, processingMs: 0, ...options,
    },
  })
  onTestEnd(() => made.stop())
  return { sandbox: made, defects }
}

async function addressOf(made: Sandbox): Promise<{ url: string }> {
  const started = await made.start()
  if (!started.ok) throw new Error(started.failure.detail)
  return { url: started.value.baseUrl }
}

it('starts once, and reports what a client needs to know', async () => {
  const { sandbox: made, defects } = inThread()
  const [first, second] = await Promise.all([made.start(), made.start()])
  expect(first).toEqual(second)
  expect(first).toMatchObject({
    ok: true,
    value: { productWord: 'gw', login: 'sandbox-merchant', endpointId: '1001', endpointGroupId: '2001', currency: 'USD' },
  })
  const at = await addressOf(made)
  expect((await call(at, register())).fields.status).toBe('approved')
  expect(made.cards().map(({ outcome }) => outcome)).toEqual([
    'approved', 'declined', 'filtered', 'error', 'unknown', 'endless-processing', 'waits-for-cardholder', 'expired',
    'refund-declined', 'refund-endless-processing', 'whole-refunds-only', 'loyalty-and-fees', 'refund-error',
  ])
  expect(made.faultCards()).toContainEqual({ cardReference: '1000104', strikes: 'charges', fault: 'reset-after-reading' })
  expect(made.faultCards()).toContainEqual({ cardReference: '1000204', strikes: 'refunds', fault: 'reset-after-reading' })
  expect(made.testCards().map(({ way }) => way)).toEqual([
    'none', 'frictionless', 'challenge-passed', 'challenge-failed', 'version-1-passed', 'version-1-failed',
  ])
  expect(defects).toEqual([])
})

it('accepts a public key while it runs and keeps it over a restart', async () => {
  const { sandbox: made } = inThread()
  const before = await addressOf(made)
  expect((await callSigned(before, '/v4/create-card-ref/1001', firstOrder)).status).toBe(403)
  await made.setPublicKey(keys.publicKey)
  expect((await callSigned(before, '/v4/create-card-ref/1001', firstOrder)).status).toBe(200)
  await expect(made.setPublicKey('nonsense')).rejects.toThrow(/SPKI PEM/)
  await made.stop()
  expect((await callSigned(await addressOf(made), '/v4/create-card-ref/1001', firstOrder)).status).toBe(200)
})

it('keeps its ledger from stop to start', async () => {
  const { sandbox: made } = inThread()
  await call(await addressOf(made), charge())
  await made.stop()
  expect((await statusOf(await addressOf(made), 'order-1')).status).toBe('approved')
})

it('ends with open connections and can be stopped when it does not run', async () => {
  const { sandbox: made } = inThread()
  const at = await addressOf(made)
  const hanging = call(at, charge({ cardrefid: '1000102' })).then(() => 'answered', () => 'broken')
  while ((await statusOf(at, 'order-1')).status !== 'approved') continue
  await made.stop()
  expect(await hanging).toBe('broken')
  await made.stop()
  await expect(made.armFault({ kind: 'empty', operation: null, times: 1, delayMs: 0 })).rejects.toThrow(/does not run/)
})

it('accepts faults from a program', async () => {
  const { sandbox: made } = inThread()
  const at = await addressOf(made)
  await made.armFault({ kind: 'empty', operation: null, times: 1, delayMs: 0 })
  expect((await call(at, charge())).body).toBe('')
  await made.armFault({ kind: 'empty', operation: null, times: 1, delayMs: 0 })
  await made.clearFaults()
  expect((await call(at, charge())).fields.type).toBe('async-response')
})

it('reports in a sentence why it did not start, and can be started once that is fixed', async () => {
  const holder = await sandbox()
  const port = Number(new URL(holder.url).port)
  const { sandbox: made } = inThread({ port })
  expect(await made.start()).toEqual({
    ok: false, failure: { code: 'sandbox-failed', detail: `Port ${port} is in use by another program.` },
  })
  await holder.close()
  expect((await made.start()).ok).toBe(true)
})

it('reports a thread that cannot be loaded', async () => {
  const defects: unknown[] = []
  const made = createSandbox({
    workerPath: join(freshFolder(), 'missing.ts'), onDefect: (error) => { defects.push(error) },
    options: { ledgerPath: '', productWord: 'gw', merchantControl: secret, publicKeyPem: null, port: 0, processingMs: 0 },
  })
  expect(await made.start()).toMatchObject({ ok: false, failure: { code: 'sandbox-failed' } })
  expect(defects).toHaveLength(1)
})
