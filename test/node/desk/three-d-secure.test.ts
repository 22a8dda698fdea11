/** The workbench over the real desk and the built-in gateway; only the window is simulated, with real HTTP. */
import { afterEach, describe, expect, it } from 'vitest'
import type { Pair } from '#shared/gateway/encoding/form.ts'
import { threeDSecureLookSchema, threeDSecureVisitSchema } from '#shared/model/payments/three-d-secure.ts'
import type { OrderKey } from '#shared/model/payments/order.ts'
import type { IssuerPages, IssuerVisit, IssuerVisitEnd } from '../../../electron/desk/issuer-pages.ts'
import { challengeLimitMs, longestAnswer, methodLimitMs } from '../../../electron/desk/three-d-secure/issuer-visit.ts'
import { playBrowser } from './browser.ts'
import { closeAll, open, type TestDesk } from './support.ts'
import { waitingSale } from './waiting-sale.ts'

afterEach(closeAll)

interface Played extends IssuerPages {
  readonly visits: IssuerVisit[]
}

function played(visit: (visited: IssuerVisit) => Promise<IssuerVisitEnd>): Played {
  const visits: IssuerVisit[] = []
  return { visits, visit: (visited) => { visits.push(visited); return visit(visited) }, end: () => undefined }
}

const confirming = () => played((visit) => playBrowser(visit, 'confirm'))
const ending = (kind: 'closed' | 'timed-out' | 'not-loaded' | 'loaded') => () => played(async () => ({ kind }))

const look = (desk: TestDesk, order: OrderKey) => desk.call('threeDSecure.look', order)
const visit = (desk: TestDesk, order: OrderKey, values = {}) => desk.call('threeDSecure.visit', { ...order, values })
const uploads = (desk: TestDesk) => desk.ledger().filter((line) => line.operation.startsWith('upload-'))

describe('the flows of §3', () => {
  it('frictionless: the method page ends, and the order is approved', async () => {
    const pages = confirming()
    const desk = await open({ issuerPages: pages })
    const order = await waitingSale(desk, 'frictionless')
    const before = await look(desk, order)
    expect(before).toMatchObject({ step: { kind: 'method', hasPage: true, addressRefused: false }, sends: 'upload-method-url-result' })
    expect(before.redirectTo).toMatch(/^http:\/\/127\.0\.0\.1:\d+\//)
    const done = await visit(desk, order, { browserUserAgent: 'Test agent', browserScreenWidth: '1280' })
    expect(done).toMatchObject({ end: 'loaded', upload: { operation: 'upload-method-url-result', outcome: { kind: 'accepted' } } })
    expect(pages.visits).toMatchObject([{ endsWhenLoaded: true, limitMs: methodLimitMs, allowsLoopback: true }])
    expect(await look(desk, order)).toMatchObject({ step: { kind: 'final', status: 'approved' }, sends: null, redirectTo: null })
    expect(threeDSecureLookSchema.safeParse(before).success).toBe(true)
    expect(threeDSecureVisitSchema.safeParse(done).success).toBe(true)
    const { fields } = await desk.call('history.entry', { entryId: done.upload!.entryId })
    expect(Object.fromEntries(fields.map(({ name, value }) => [name, value]))).toMatchObject({
      threeDSCompInd: 'Y', browserUserAgent: 'Test agent', browserScreenWidth: '1280',
      notificationURL: 'https://gateway-console.invalid/3-d-secure/answer',
    })
  })

  it.each([
    ['a challenge that is passed', 'challenge-passed', 'confirm', 'approved'],
    ['a challenge that the cardholder refuses', 'challenge-passed', 'refuse', 'declined'],
    ['a challenge that fails', 'challenge-failed', 'confirm', 'declined'],
  ] as const)('%s: method, then challenge, then the result', async (_name, way, answer, status) => {
    const pages = played((visited) => playBrowser(visited, answer))
    const desk = await open({ issuerPages: pages })
    const order = await waitingSale(desk, way)
    await visit(desk, order)
    const challenged = await look(desk, order)
    expect(challenged).toMatchObject({ step: { kind: 'challenge', host: expect.stringMatching(/^127/) as string }, sends: 'upload-cres-result' })
    expect(await visit(desk, order)).toMatchObject({ end: 'posted', upload: { outcome: { kind: 'accepted' } }, uploadFailure: null })
    expect(pages.visits[1]).toMatchObject({ endsWhenLoaded: false, limitMs: challengeLimitMs, answerField: 'cres' })
    expect(await look(desk, order)).toMatchObject({ step: { kind: 'final', status } })
    expect(uploads(desk)).toHaveLength(2)
  })

  it.each([['version-1-passed', 'approved'], ['version-1-failed', 'declined']] as const)('%s', async (way, status) => {
    const desk = await open({ issuerPages: confirming() })
    const order = await waitingSale(desk, way)
    expect(await look(desk, order)).toMatchObject({ step: { kind: 'authentication' }, sends: 'upload-pares-result' })
    expect(await visit(desk, order)).toMatchObject({ end: 'posted', upload: { operation: 'upload-pares-result', outcome: { kind: 'accepted' } } })
    expect(await look(desk, order)).toMatchObject({ step: { kind: 'final', status } })
  })

  it('needs the order id alone if the journal has the order', async () => {
    const desk = await open({ issuerPages: confirming() })
    const order = await waitingSale(desk, 'frictionless')
    expect(await look(desk, { ...order, merchantOrderId: null })).toMatchObject({ step: { kind: 'method' } })
    expect(await desk.refused('threeDSecure.look', { ...order, orderId: '1' as never, merchantOrderId: null }))
      .toEqual({ code: 'merchant-order-id-needed' })
  })
})

describe('a visit that ends without an answer', () => {
  it.each(['closed', 'timed-out', 'not-loaded'] as const)('uploads nothing for version 1 if it is %s', async (kind) => {
    const desk = await open({ issuerPages: ending(kind)() })
    const order = await waitingSale(desk, 'version-1-passed')
    expect(await visit(desk, order)).toEqual({ end: kind, upload: null, uploadFailure: null })
    expect(uploads(desk)).toEqual([])
    expect(await look(desk, order)).toMatchObject({ step: { kind: 'authentication' } })
  })

  it('uploads N for a method that did not end, and nothing for one that a person closed', async () => {
    const ends: IssuerVisitEnd[] = [{ kind: 'closed' }, { kind: 'timed-out' }]
    const desk = await open({ issuerPages: played(async () => ends.shift()!) })
    const order = await waitingSale(desk, 'challenge-passed')
    expect(await visit(desk, order)).toEqual({ end: 'closed', upload: null, uploadFailure: null })
    expect(uploads(desk)).toEqual([])
    const done = await visit(desk, order)
    expect(done).toMatchObject({ end: 'timed-out', upload: { outcome: { kind: 'accepted' } } })
    const { fields } = await desk.call('history.entry', { entryId: done.upload!.entryId })
    expect(fields).toContainEqual({ name: 'threeDSCompInd', value: 'N' })
  })

  it('uses only the one field of a foreign post, and nothing that is too long', async () => {
    const posts: Pair[][] = [
      [['orderid', '1'], ['control', 'x']],
      [['PaRes', 'a'.repeat(longestAnswer + 1)]],
      [['orderid', '1'], ['client-order-id', 'other'], ['md', 'theirs'], ['MD', 'theirs'], ['PaRes', 'bm90aGluZw']],
    ]
    const desk = await open({ issuerPages: played(async () => ({ kind: 'posted', fields: posts.shift()! })) })
    const order = await waitingSale(desk, 'version-1-passed')
    expect(await visit(desk, order)).toMatchObject({
      end: 'posted', upload: null, uploadFailure: { code: 'form-invalid', problems: [{ field: 'authenticationResponse', code: 'required' }] },
    })
    expect(await visit(desk, order)).toMatchObject({ upload: null, uploadFailure: { problems: [{ code: 'too-long' }] } })
    expect(uploads(desk)).toEqual([])
    // Sent with the order's own ids and md: the gateway refuses what it cannot read, with a message.
    expect(await visit(desk, order)).toMatchObject({
      upload: { outcome: { kind: 'refused' }, errorText: expect.stringContaining('paRes cannot be read') as string }, uploadFailure: null,
    })
  })
})

describe('a visit is refused', () => {
  it('in production, where the cardholder authenticates; a status check is not', async () => {
    const pages = confirming()
    const desk = await open({ issuerPages: pages })
    const order = await waitingSale(desk, 'challenge-passed')
    const profileId = await desk.addProfile('production', 'Live')
    expect(await desk.refused('threeDSecure.visit', { ...order, profileId, values: {} })).toEqual({ code: 'not-on-production' })
    // Outside the sandbox, a plain http address is neither passed on nor opened.
    expect(await look(desk, { ...order, profileId })).toMatchObject({
      step: { kind: 'method', host: null, addressRefused: true }, sends: 'upload-method-url-result', redirectTo: null,
    })
    expect(pages.visits).toEqual([])
    expect(uploads(desk)).toEqual([])
  })

  it('while another one is open, and no longer once that has ended', async () => {
    const first = Promise.withResolvers<IssuerVisitEnd>()
    const begun = Promise.withResolvers<null>()
    const pages = played((): Promise<IssuerVisitEnd> => {
      begun.resolve(null)
      return first.promise
    })
    const desk = await open({ issuerPages: pages })
    const order = await waitingSale(desk, 'version-1-passed')
    const underWay = visit(desk, order)
    await begun.promise
    expect(await desk.refused('threeDSecure.visit', { ...order, values: {} })).toEqual({ code: 'visit-under-way' })
    first.resolve({ kind: 'closed' })
    await underWay
    await visit(desk, order)
    expect(pages.visits).toHaveLength(2)
  })

  it('if the order waits for no step, and if a browser value is invalid', async () => {
    const pages = confirming()
    const desk = await open({ issuerPages: pages })
    const order = await waitingSale(desk, 'frictionless')
    expect(await desk.refused('threeDSecure.visit', { ...order, values: { browserScreenWidth: 'wide' } }))
      .toMatchObject({ code: 'form-invalid', problems: [{ field: 'browserScreenWidth' }] })
    expect(pages.visits).toEqual([])
    await visit(desk, order)
    expect(await desk.refused('threeDSecure.visit', { ...order, values: {} })).toEqual({ code: 'no-such-step' })
  })
})

describe('payloads', () => {
  it('reach neither the page nor the journal unmasked', async () => {
    const seen: string[] = []
    const pages = played(async (visited) => {
      const end = await playBrowser(visited, 'confirm')
      const posted = [
        ...(visited.content.kind === 'post' ? visited.content.fields : []), ...(end.kind === 'posted' ? end.fields : []),
      ]
      seen.push(...posted.flatMap(([name, value]) => (name === 'TermUrl' ? [] : [value])))
      return end
    })
    const desk = await open({ issuerPages: pages })
    const answers: unknown[] = []
    for (const way of ['challenge-passed', 'version-1-passed'] as const) {
      const order = await waitingSale(desk, way)
      for (let step = 0; step < 2; step++) {
        answers.push(await look(desk, order))
        const { step: now } = await look(desk, order)
        if (now?.kind !== 'final') answers.push(await visit(desk, order))
      }
    }
    const { rows } = await desk.call('history.search', {
      text: '', states: [], operations: [], profileId: null, before: null, limit: 100,
    })
    for (const { entryId } of rows) answers.push(await desk.call('history.entry', { entryId }))
    const emitted = JSON.stringify(answers)
    // creq, cres; PaReq, MD, PaRes, MD.
    expect(seen).toHaveLength(6)
    const leaked = seen.filter((payload) => emitted.includes(payload) || emitted.includes(encodeURIComponent(payload)))
    expect(leaked).toEqual([])
  })
})
