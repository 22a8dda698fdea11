import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { appendFileSync, existsSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { describe, expect, it } from 'vitest'
import { openBooks } from '../../../electron/sandbox/orders/books.ts'
import { createFaults } from '../../../electron/sandbox/faults/faults.ts'
import { openLedger, readLedger } from '../../../electron/sandbox/orders/ledger.ts'
import { defaultTimes } from '../../../electron/sandbox/options.ts'
import { firstPayment } from '../../../electron/sandbox/orders/orders.ts'
import { pageAnswer } from '../../../electron/sandbox/http/replies.ts'
import { runSandbox } from '../../../electron/sandbox/run.ts'
import { listen } from '../../../electron/sandbox/server.ts'
import { authenticateByHand } from './browser.ts'
import { call, callSigned, cardInfo, charge, firstOrder, register, statusOf, type Address } from './calls.ts'
import { send } from './wire.ts'
import { freshFolder, onTestEnd, sandbox, secret } from './with-sandbox.ts'

const alone = join(import.meta.dirname, '../../../electron/sandbox/cli.ts')

/** A gateway in its own process that can be killed. */
async function elsewhere(ledgerPath: string): Promise<{ at: Address; kill(): Promise<void> }> {
  const child = spawn('node', [
    alone, '--ledger', ledgerPath, '--processing-ms', '0', '--merchant-control', secret,
  ], { stdio: ['ignore', 'pipe', 'ignore'] })
  const kill = async () => {
    if (child.exitCode !== null || child.signalCode !== null) return
    const ended = once(child, 'exit')
    child.kill('SIGKILL')
    await ended
  }
  onTestEnd(kill)
  const [line] = await once(createInterface({ input: child.stdout }), 'line') as [string]
  return { at: { url: (JSON.parse(line) as { baseUrl: string }).baseUrl }, kill }
}

describe('the ledger', () => {
  it('keeps orders, cards and ids over a restart', async () => {
    const first = await sandbox()
    const made = await call(first, charge())
    const card = (await call(first, register())).fields['card-ref-id'] ?? ''
    await first.close()
    const second = await sandbox({ ledgerPath: first.ledgerPath })
    expect(await statusOf(second, 'order-1')).toMatchObject({ status: 'approved', 'gw-order-id': made.fields['gw-order-id'] })
    expect((await call(second, cardInfo(card))).fields.type).toBe('get-card-info-response')
    const next = await call(second, charge({ client_orderid: 'order-2' }))
    expect(next.fields['gw-order-id']).not.toBe(made.fields['gw-order-id'])
    expect(next.fields['serial-number']! > made.fields['serial-number']!).toBe(true)
  })

  it('of an earlier version can be read: its order that waits for the cardholder can be authenticated', async () => {
    const ledgerPath = join(freshFolder(), 'ledger.jsonl')
    const serialNumber = '00000000-0000-0000-0000-0000000000aa'
    const order = {
      orderId: '123450001', merchantOrderId: 'old-1', serialNumber, transactionType: 'sale', initialAmount: '10.15', amount: '10.15',
      currency: 'USD', cardReference: '1000007', result: 'waits-for-cardholder', submittedAt: '2026-01-15T10:20:30.000Z',
      settledAt: '2026-01-15T10:20:32.000Z', merchantData: null,
    }
    const lines = [
      { ledger: 'built-in gateway', version: 1, firstNumber: 1_000_000_000_000 },
      { at: '2026-01-15T10:20:30.000Z', serialNumber, operation: 'recurrent-payment', entryPoint: 'endpoint 1001', order },
    ]
    writeFileSync(ledgerPath, lines.map((line) => `${JSON.stringify(line)}\n`).join(''))
    const at = await sandbox({ ledgerPath })
    const waiting = await statusOf(at, 'old-1')
    expect(waiting).toMatchObject({ status: 'processing', 'order-stage': 'sale_3d_validating', 'tds-status': 'MethodUrlFrame' })
    await authenticateByHand(waiting['redirect-to'] ?? '', 'confirm')
    expect((await statusOf(at, 'old-1')).status).toBe('approved')
  })

  it('keeps the time at which an order becomes final, whatever the options of the next start', async () => {
    const first = await sandbox({ processingMs: 60_000 })
    await call(first, charge())
    await first.close()
    const second = await sandbox({ ledgerPath: first.ledgerPath, processingMs: 0 })
    expect((await statusOf(second, 'order-1')).status).toBe('processing')
    second.pass(60_000)
    expect((await statusOf(second, 'order-1')).status).toBe('approved')
  })

  it('has every charge that was answered before the process was killed, and none twice', async () => {
    const path = join(freshFolder(), 'ledger.jsonl')
    const answered: string[] = []
    for (let round = 0; round < 4; round++) {
      const { at, kill } = await elsewhere(path)
      const sending = Array.from({ length: 25 }, async (_, index) => {
        const id = `order-${round}-${index}`
        await call(at, charge({ client_orderid: id })).then(() => { answered.push(id) }, () => undefined)
        if (index === 12) await kill()
      })
      await Promise.all(sending)
    }
    const kept = readLedger(path).flatMap(({ order }) => order === undefined ? [] : [order.merchantOrderId])
    expect(answered.length).toBeGreaterThan(4)
    expect(kept).toEqual(expect.arrayContaining(answered))
    expect(new Set(kept).size).toBe(kept.length)
    const orderIds = readLedger(path).map(({ order }) => order?.orderId)
    expect(new Set(orderIds).size).toBe(orderIds.length)
  })

  it('has one line per request that moves money, with id, amount and time', async () => {
    const at = await sandbox()
    await call(at, charge({ amount: '10.5' }))
    await call(at, cardInfo('1000001'))
    await call(at, charge({ client_orderid: 'x'.repeat(200) }))
    const lines = readLedger(at.ledgerPath)
    expect(lines).toHaveLength(3)
    expect(lines.filter(({ order }) => order !== undefined)).toMatchObject([{
      at: '2026-11-20T09:41:07.000Z', operation: 'recurrent-payment', entryPoint: 'endpoint 1001',
      order: { merchantOrderId: 'order-1', initialAmount: '10.5', currency: 'USD' },
    }])
    expect(lines[2]).toMatchObject({ refused: 'Parameter client_orderid is longer than 128' })
  })

  it('has no cvv2, control, signature or secret, and only its owner can read it', async () => {
    const at = await sandbox()
    await call(at, charge({ cvv2: '7788' }))
    await callSigned(at, '/v4/create-card-ref/1001', firstOrder)
    const text = readFileSync(at.ledgerPath, 'utf8')
    expect(text).not.toMatch(/\b7788\b|cvv|signature"|[0-9a-f]{40}/)
    expect(text).not.toContain(secret)
    if (process.platform !== 'win32') expect(statSync(at.ledgerPath).mode & 0o777).toBe(0o600)
  })
})

describe('a ledger in use', () => {
  const options = { productWord: 'gw', merchantControl: secret, publicKeyPem: null, port: 0, processingMs: 0 }
  const inUse = { ok: false, failure: { code: 'sandbox-failed', detail: expect.stringMatching(/^Its ledger is in use by another sandbox\./) } }

  it('is refused to a second sandbox, of this process or another, which changes nothing', async () => {
    const folder = freshFolder()
    const { at } = await elsewhere(folder)
    await call(at, charge())
    const before = readFileSync(join(folder, 'ledger.jsonl'), 'utf8')
    expect(await runSandbox({ ...options, ledgerPath: folder })).toEqual(inUse)
    const child = spawn('node', [alone, '--ledger', folder], { stdio: ['ignore', 'pipe', 'pipe'] })
    let output = ''
    child.stderr.on('data', (chunk: Buffer) => { output += chunk.toString() })
    expect(await once(child, 'close')).toEqual([1, null])
    expect(output).toMatch(/^The sandbox did not start\. Its ledger is in use by another sandbox\. .*\n$/)
    expect(readFileSync(join(folder, 'ledger.jsonl'), 'utf8')).toBe(before)
    const here = await sandbox()
    expect(await runSandbox({ ...options, ledgerPath: here.ledgerPath })).toEqual(inUse)
  })

  it('is free again after a stop, after a start that failed, and after a kill', async () => {
    const first = await sandbox()
    const port = Number(new URL(first.url).port)
    const ledgerPath = join(freshFolder(), 'ledger.jsonl')
    expect(await runSandbox({ ...options, ledgerPath, port })).toMatchObject({ ok: false, failure: { detail: expect.stringContaining('Port') } })
    const { at, kill } = await elsewhere(ledgerPath)
    await call(at, charge())
    await kill()
    const second = await sandbox({ ledgerPath })
    expect(await statusOf(second, 'order-1')).toMatchObject({ 'merchant-order-id': 'order-1' })
    await second.close()
    expect((await sandbox({ ledgerPath })).url).toMatch(/^http/)
  })

  it.skipIf(process.platform === 'win32')('is in use under another of its names too', async () => {
    const at = await sandbox()
    const link = join(freshFolder(), 'link.jsonl')
    symlinkSync(at.ledgerPath, link)
    expect(await runSandbox({ ...options, ledgerPath: link })).toEqual(inUse)
  })
})

describe('a damaged ledger', () => {
  it('loses a truncated last line, and nothing else', async () => {
    const first = await sandbox()
    await call(first, charge())
    await first.close()
    appendFileSync(first.ledgerPath, `{"at":"2026-11-20T09:41:08.000Z","order":{"merchantData":"${'x'.repeat(9_000)}`)
    const second = await sandbox({ ledgerPath: first.ledgerPath })
    expect((await statusOf(second, 'order-1')).status).toBe('approved')
    await call(second, charge({ client_orderid: 'order-2' }))
    await second.close()
    expect(readFileSync(first.ledgerPath, 'utf8')).toMatch(/\}\n$/)
    const third = await sandbox({ ledgerPath: first.ledgerPath })
    expect((await statusOf(third, 'order-2')).status).toBe('approved')
  })

  it('with a truncated first line starts again', async () => {
    const path = join(freshFolder(), 'ledger.jsonl')
    writeFileSync(path, '{"ledger":"built-in gat')
    const at = await sandbox({ ledgerPath: path })
    expect((await call(at, charge())).fields.type).toBe('async-response')
  })

  it('is refused with a sentence if a line before the last is damaged, and not changed', async () => {
    const first = await sandbox()
    await call(first, charge())
    await call(first, charge({ client_orderid: 'order-2' }))
    await first.close()
    const damaged = readFileSync(first.ledgerPath, 'utf8').replace('"order-1"', '"order-1')
    writeFileSync(first.ledgerPath, damaged)
    const refused = await runSandbox({
      ledgerPath: first.ledgerPath, productWord: 'gw', merchantControl: secret, publicKeyPem: null, port: 0, processingMs: 0,
    })
    expect(refused).toMatchObject({ ok: false, failure: { detail: expect.stringContaining('damaged') } })
    expect(readFileSync(first.ledgerPath, 'utf8')).toBe(damaged)
    // Corrected by hand it can be used immediately.
    writeFileSync(first.ledgerPath, damaged.replace('"order-1', '"order-1"'))
    const repaired = await sandbox({ ledgerPath: first.ledgerPath })
    expect((await statusOf(repaired, 'order-2')).status).toBe('approved')
  })

  it.each(['{"name":"something else"}', 'some notes', 'some notes\n', '{"name":"something else"}\n'])(
    'that is another file is not changed: %j', (content) => {
      const path = join(freshFolder(), 'notes.txt')
      writeFileSync(path, content)
      expect(() => openLedger(path, Date.now)).toThrow(/no ledger/)
      expect(readFileSync(path, 'utf8')).toBe(content)
      expect(existsSync(`${path}.lock`)).toBe(false)
    })
})

describe('a ledger that cannot be written', () => {
  it('has no effect: the same ids are assigned again and there is no order', () => {
    const full = { firstNumber: 1, issuerKey: 'x', lines: [], append() { throw new Error('the disk is full') }, close() {} }
    const books = openBooks(full)
    const before = books.freshIds().serialNumber
    const line = {
      at: '', serialNumber: before, operation: 'recurrent-payment', entryPoint: '', nonce: 'n', order: { ...firstPayment, merchantOrderId: 'x' },
    } as const
    expect(() => { books.record(line) }).toThrow('the disk is full')
    expect(books.order({ merchantOrderId: 'x' })).toBeNull()
    expect(books.wasNonceUsed('n')).toBe(false)
    expect(books.freshIds().serialNumber).toBe(before)
  })

  it('causes a 500, and the next request is answered normally', async () => {
    const defects: unknown[] = []
    const answers = [() => { throw new Error('the disk is full') }, () => pageAnswer(404, 'Not found', [])]
    const listening = await listen({
      gateway: { answer: () => answers.shift()!() }, faults: createFaults(), productWord: 'gw', served: [], times: defaultTimes, certificate: null,
      onDefect: (error) => { defects.push(error) },
    }, 0)
    onTestEnd(() => listening.close())
    const url = `http://127.0.0.1:${listening.port}/gw/api/v2/status/1001`
    expect((await send(url, '')).status).toBe(500)
    expect((await send(url, '')).status).toBe(404)
    expect(defects).toHaveLength(1)
  })
})

it('a folder may be named instead of a file', async () => {
  const folder = freshFolder()
  const at = await sandbox({ ledgerPath: folder })
  await call(at, charge())
  expect(readLedger(folder)).toHaveLength(1)
  expect(statSync(join(folder, 'ledger.jsonl')).size).toBeGreaterThan(0)
})
