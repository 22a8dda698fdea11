/**
 * A refusal that proves nothing, and the repeated charge that it would cause: real desk and gateway, with a cut
 * reply.
 */
import { createServer, type AddressInfo } from 'node:net'
import { afterEach, describe, expect, it, onTestFinished } from 'vitest'
import type { ProfileId } from '#shared/brands.ts'
import { wholeRequest } from '../gateway/servers.ts'
import { profileAt } from './strange-gateway.ts'
import { chargeForm, closeAll, open, type TestDesk } from './support.ts'

afterEach(closeAll)

const refusal = 'type=validation-error\n&serial-number=1-2\n&error-message=Try+again\n&error-code=9\n'
const confirm = { reason: null, acceptUnverifiedCard: false }

/** A profile with the built-in gateway, which charges; `write` replaces the replies to charges. */
async function behindRelay(desk: TestDesk, write: () => string): Promise<ProfileId> {
  const started = await desk.sandbox.start()
  if (!started.ok) expect.fail(started.failure.detail)
  const { baseUrl } = started.value
  const server = createServer((socket) => {
    let text = ''
    socket.on('error', () => undefined).on('data', (chunk) => {
      text += chunk.toString('latin1')
      const request = wholeRequest(text)
      if (request === null) return
      const [, path = ''] = request.head.split(' ')
      const headers = { 'content-type': 'application/x-www-form-urlencoded' }
      void fetch(`${baseUrl}${path}`, { method: 'POST', headers, body: request.body }).then(async (answer) => {
        const body = await answer.text()
        socket.end(path.includes('/make-rebill-sale/') ? write() : `HTTP/1.1 200 OK\r\ncontent-length: ${body.length}\r\n\r\n${body}`)
      })
    })
  })
  await new Promise<void>((resolve) => { server.listen(0, '127.0.0.1', resolve) })
  onTestFinished(() => { server.close() })
  const profileId = await desk.addProfile('sandbox', 'Behind a relay')
  const { profiles } = await desk.call('profiles.list', null)
  const { id, ...draft } = profiles.find(({ profile }) => profile.id === profileId)!.profile
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  await desk.call('profiles.save', { id, draft: { ...draft, gateway: { kind: 'address', baseUrl: address } } })
  await desk.call('profiles.storeSecret', { id, secret: desk.secret })
  return profileId
}

describe('the cut reply: an accepted charge with a reply that looks like a refusal', () => {
  it.each([
    ['without length or chunks', 'length-not-stated', () => `HTTP/1.1 200 OK\r\nconnection: close\r\n\r\n${refusal}`],
    ['cut by a wrong length before its code', 'reply-longer-than-stated',
      () => `HTTP/1.1 200 OK\r\ncontent-length: ${refusal.indexOf('&error-code')}\r\n\r\n${refusal}`],
    ['with an Order-ID', 'refusal-with-order-id', () => {
      const body = `${refusal}&Order-ID=7001\n`
      return `HTTP/1.1 200 OK\r\ncontent-length: ${body.length}\r\n\r\n${body}`
    }],
  ])('%s: %s, a repeat causes a warning, and a status query resolves it', async (_name, fault, write) => {
    const desk = await open()
    const profileId = await behindRelay(desk, write)
    const review = await desk.call('payments.review', { ...chargeForm(desk), profileId })
    const answer = await desk.call('payments.submit', { intentId: review.intentId, ...confirm })
    expect(answer).toMatchObject({ outcome: { kind: 'unknown', fault }, money: 'may-have-moved' })
    expect(await desk.call('resolution.list', null)).toHaveLength(1)

    const repeat = await desk.call('payments.review', { ...chargeForm(desk), profileId })
    expect(repeat.possibleDuplicate?.entryId).toBe(answer.entryId)
    expect(await desk.refused('payments.submit', { intentId: repeat.intentId, ...confirm })).toEqual({ code: 'reason-needed' })
    expect(desk.ordersInLedger()).toHaveLength(1)

    const checked = await desk.call('orders.checkStatus', { entryId: answer.entryId })
    expect(checked).toMatchObject({ resolved: true, answer: { money: 'moved' } })
    expect(await desk.call('resolution.list', null)).toHaveLength(0)
  })
})

describe('a complete refusal', () => {
  it('moved no money, and the corrected form is sent without a reason', async () => {
    const desk = await open()
    const answers = { charge: refusal }
    const profileId = await profileAt(desk, (path) => path.includes('/make-rebill-sale/') ? answers.charge : refusal)
    const confirmed = async () => {
      const { intentId } = await desk.call('payments.review', { ...chargeForm(desk), profileId })
      return await desk.call('payments.submit', { intentId, reason: null, acceptUnverifiedCard: true })
    }
    expect(await confirmed()).toMatchObject({ outcome: { kind: 'refused' }, money: 'not-moved' })
    answers.charge = 'type=async-response\n&serial-number=1-3\n&gw-order-id=77\n'
    expect(await confirmed()).toMatchObject({ outcome: { kind: 'accepted' } })
  })
})
