import { describe, expect, it } from 'vitest'
import { faultCards } from '../../../electron/sandbox/orders/cards.ts'
import { faultKinds, type FaultKind } from '../../../electron/sandbox/faults/faults.ts'
import { readLedger } from '../../../electron/sandbox/orders/ledger.ts'
import { call, cardInfo, charge, firstOrder, status, statusOf } from './calls.ts'
import type { Reply } from './wire.ts'
import { sandbox, type TestSandbox } from './with-sandbox.ts'

type Got = { readonly reply: Reply } | { readonly broke: string } | { readonly silent: true }

/** What a client receives; "silent" if nothing arrived before the gateway had accepted and recorded everything. */
async function got(at: TestSandbox, sending: Promise<Reply>): Promise<Got> {
  const seen = sending.then((reply): Got => ({ reply }), (error: unknown): Got =>
    ({ broke: error instanceof Error ? String(Reflect.get(error, 'code') ?? error.message) : '' }))
  const written = async (): Promise<Got> => {
    // A status query that is answered was handled after the charge.
    while (readLedger(at.ledgerPath).every(({ order }) => order === undefined)) await statusOf(at, 'order-1')
    await statusOf(at, 'order-1')
    return { silent: true }
  }
  return Promise.race([seen, written().then(async (silent) => Promise.race([seen, Promise.resolve(silent)]))])
}

const expected: Readonly<Record<FaultKind, (got: Got) => void>> = {
  slow: (seen) => { expect(seen).toEqual({ silent: true }) },
  'no-answer': (seen) => { expect(seen).toEqual({ silent: true }) },
  'reset-before-reading': (seen) => { expect(seen).toEqual({ broke: 'ECONNRESET' }) },
  'reset-after-reading': (seen) => { expect(seen).toEqual({ broke: 'ECONNRESET' }) },
  truncated: (seen) => { expect(seen).toEqual({ broke: 'ECONNRESET' }) },
  'cut-short': (seen) => { expect(seen).toMatchObject({ reply: { status: 200, body: 'type=async-response\n' } }) },
  'status-500': (seen) => { expect(seen).toMatchObject({ reply: { status: 500 } }) },
  html: (seen) => { expect(seen).toMatchObject({ reply: { status: 200, body: expect.stringMatching(/^<!DOCTYPE html>/) } }) },
  empty: (seen) => { expect(seen).toMatchObject({ reply: { status: 200, body: '' } }) },
  'error-reply': (seen) => {
    expect(seen).toMatchObject({ reply: { status: 200, fields: { type: 'error', 'error-code': '500' } } })
    expect(seen).not.toHaveProperty('reply.fields.gw-order-id')
  },
  'status-429': (seen) => { expect(seen).toMatchObject({ reply: { status: 429 } }) },
  'too-many-requests': (seen) => {
    expect(seen).toMatchObject({ reply: { status: 200, fields: { type: 'error', 'error-code': '429' } } })
  },
}

const isSilent = (kind: FaultKind) => kind === 'slow' || kind === 'no-answer'
const did = (kind: FaultKind) => !['reset-before-reading', 'status-429', 'too-many-requests'].includes(kind)

function charges(at: TestSandbox): number {
  return readLedger(at.ledgerPath).filter(({ order }) => order !== undefined).length
}

describe.each(faultKinds.map((kind) => [kind] as const))('the fault %s', (kind) => {
  it('affects the charge of its card; ledger and status have what was done', async () => {
    const at = await sandbox()
    const card = faultCards.find(({ fault }) => fault === kind)?.cardReference ?? ''
    expect((await call(at, cardInfo(card))).fields.type).toBe('get-card-info-response')
    const sending = call(at, charge({ cardrefid: card }))
    expected[kind](isSilent(kind) ? await got(at, sending) : await final(sending))
    expect(charges(at)).toBe(did(kind) ? 1 : 0)
    expect((await statusOf(at, 'order-1')).status).toBe(did(kind) ? 'approved' : undefined)
    sending.catch(() => undefined)
  })

  it('affects the operations that a program orders, that many times, and then no more', async () => {
    const at = await sandbox()
    at.armFault({ kind, operation: 'recurrent-payment', times: 2, delayMs: 60_000 })
    expect((await call(at, status(firstOrder))).fields.status).toBe('approved')
    for (const client_orderid of ['order-1', 'order-2']) {
      const sending = call(at, charge({ client_orderid }))
      sending.catch(() => undefined)
      expected[kind](isSilent(kind) ? await got(at, sending) : await final(sending))
    }
    expect((await call(at, charge({ client_orderid: 'order-3' }))).fields.type).toBe('async-response')
    expect(charges(at)).toBe(did(kind) ? 3 : 1)
  })
})

async function final(sending: Promise<Reply>): Promise<Got> {
  return sending.then((reply) => ({ reply }), (error: unknown) => ({ broke: error instanceof Error ? String(Reflect.get(error, 'code')) : '' }))
}

it('a slow reply arrives complete, later', async () => {
  const at = await sandbox()
  at.armFault({ kind: 'slow', operation: null, times: 1, delayMs: 20 })
  expect((await call(at, charge())).fields.type).toBe('async-response')
})

it('a share of each operation’s replies is damaged, for the same requests in every run', async () => {
  const kinds = { 'status-429': 10, 'reset-after-reading': 20 } as const
  for (const run of ['first', 'second']) {
    const at = await sandbox({ faultShares: { percent: kinds } })
    const ended: string[] = []
    for (let number = 1; number <= 20; number++) {
      const seen = await final(call(at, charge({ client_orderid: `${run}-${number}` })))
      if ('broke' in seen) ended.push(`${number} lost`)
      else if ('reply' in seen && seen.reply.status === 429) ended.push(`${number} refused`)
      // Requests of other operations do not affect the faults of this one.
      if (number % 3 === 0) await final(call(at, status(firstOrder)))
    }
    expect(ended).toEqual(['5 lost', '10 lost', '11 refused', '15 lost', '20 lost'])
    expect(charges(at)).toBe(19)
  }
})

it('an ordered fault can be cancelled', async () => {
  const at = await sandbox()
  at.armFault({ kind: 'empty', operation: null, times: 5, delayMs: 0 })
  at.clearFaults()
  expect((await call(at, charge())).fields.type).toBe('async-response')
})

it('a refused request of a fault card is answered like any other', async () => {
  const at = await sandbox()
  const reply = await call(at, charge({ cardrefid: '1000104' }), { control: '0'.repeat(40) })
  expect(reply.fields).toMatchObject({ 'error-code': '2' })
  expect(charges(at)).toBe(0)
})

it('closing does not wait for a reply that is never sent', async () => {
  const at = await sandbox()
  const sending = call(at, charge({ cardrefid: '1000102' }))
  const seen = final(sending)
  while (charges(at) === 0) await statusOf(at, 'order-1')
  await at.close()
  expect(await seen).toHaveProperty('broke')
})
