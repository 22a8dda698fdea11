// Plants card numbers, cvv, secrets, keys and payloads in every input of the contract and the field dictionary,
// over a gateway that echoes everything, and searches for them in all outputs and stored files.
import { afterEach, describe, expect, it } from 'vitest'
import { operationIds, operations, touchesMoney, type OperationId } from '#shared/gateway/operations/operations.ts'
import { calls, type CallInput, type CallName } from '#shared/ipc/contract.ts'
import { createCanaries } from '../../support/canary/canaries.ts'
import { draft, everyCall, type Known } from '../../support/canary/every-call.ts'
import { formFor } from '../../support/canary/forms.ts'
import { echoes, startHostileGateway, type HostileGateway } from '../../support/canary/hostile-gateway.ts'
import { searchFor } from '../../support/canary/search.ts'
import { mayResembleCardNumber, withEachText } from '../../support/canary/spoiled.ts'
import { withoutWriteOnly, writeOnlyPaths } from '../../support/canary/write-only.ts'
import { closeAll } from '../desk/support.ts'
import { openWatched, type WatchedDesk } from './watched-desk.ts'

const planted = createCanaries()
const callNames = Object.keys(calls) as CallName[]
const entryPoint = { kind: 'endpoint' as const, id: '77', currency: 'USD' }
const everything = { text: '', states: [], operations: [], profileId: null }

const gateways: HostileGateway[] = []
afterEach(async () => {
  await closeAll()
  for (const gateway of gateways.splice(0)) await gateway.stop()
})

interface Stage extends Known {
  readonly desk: WatchedDesk
  readonly gateway: HostileGateway
}

/** A sandbox profile with the planted secret and key and a hostile gateway; card numbers may be typed there. */
async function setUp(): Promise<Stage> {
  const gateway = await startHostileGateway()
  gateways.push(gateway)
  gateway.echoWith('under the names it had')
  const desk = await openWatched(planted)
  const environment = 'sandbox'
  const { baseUrl } = gateway
  const { id } = await desk.get('profiles.save', { id: null, draft: draft(baseUrl, environment) })
  await desk.get('profiles.storeSecret', { id, secret: planted.controlSecret })
  const key = await desk.get('keys.importText', {
    name: 'Planted', environment, pem: planted.encryptedPem, passphrase: planted.passphrase,
  })
  await desk.get('profiles.save', { id, draft: { ...draft(baseUrl, environment), keyId: key.id } })
  const looked = await desk.get('cards.lookUp', { profileId: id, entryPoint, cardReference: '1' })
  return { desk, gateway, profileId: id, keyId: key.id, entryId: looked.entryId, environment, baseUrl }
}

/** Sends one operation with every field; its signature must not be stored either. */
async function send(stage: Stage, id: OperationId, about: string): Promise<void> {
  const { desk, gateway, profileId } = stage
  const operation = operations[id]
  const target = { profileId: profileId as never, entryPoint }
  const form = formFor(operation, planted)
  const before = gateway.received.length
  if (!touchesMoney(operation)) {
    const callInput = { ...target, ...form, operation: id } as CallInput<'operations.perform'>
    await desk.get('operations.perform', callInput, `${id} ${about}`)
  } else {
    const review = await desk.get('payments.review', { ...target, ...form, operation: id }, `${id} ${about}`)
    const confirmed = { intentId: review.intentId, reason: `as agreed with ${planted.cardNumber}`, acceptUnverifiedCard: true }
    await desk.get('payments.submit', confirmed, `${id} ${about}`)
  }
  expect(gateway.received.length, `${id} was sent`).toBeGreaterThan(before)
}

/** A status by which an order can be refunded, voided and captured. */
const refundable = (type: 'sale' | 'preauth') => Object.entries({
  'type': 'status-response', 'status': 'approved', 'transaction-type': type, 'initial-amount': '10.15', 'amount': '10.15',
  'currency': 'USD', 'gate-partial-reversal': 'enabled', 'gate-partial-capture': 'enabled', 'serial-number': 's-2',
})

/** Lets the application write everything that a person can cause it to write. */
async function writeEverything({ desk, profileId }: Stage): Promise<void> {
  for (const format of ['csv', 'json-lines'] as const) {
    const { entries } = await desk.get('history.export', { exportId: format, filter: everything, format })
    expect(entries).toBeGreaterThan(0)
  }
  const { rows } = await desk.get('history.search', { ...everything, before: null, limit: 200 })
  for (const { entryId, entryPoint: at, orderId, merchantOrderId } of rows) {
    await desk.get('history.entry', { entryId })
    await desk.ask('inspector.fromEntry', { entryId })
    if (orderId === null && merchantOrderId === null) continue
    const order = { profileId: profileId as never, entryPoint: at, orderId, merchantOrderId }
    const { documentId } = await desk.get('documents.prepare', { order, wanted: { kind: 'investigation' } })
    await desk.ask('documents.save', { documentId, language: 'en', format: 'text' })
  }
  await desk.get('maintenance.backUp', null)
  await desk.get('maintenance.verify', null)
  const { lines } = await desk.get('maintenance.audit', { before: null, limit: 200 })
  expect(lines.length).toBeGreaterThan(0)
}

const generalEchoes = Object.keys(echoes).filter((name) => !/^(?:alone )?in [a-z0-9_-]+$/.test(name))

describe('no planted value is found', () => {
  it('after every operation, whatever a gateway echoes of it', async () => {
    const stage = await setUp()
    for (const echo of generalEchoes) {
      for (const id of operationIds) {
        stage.gateway.echoWith(echo, touchesMoney(operations[id]) ? refundable(id === 'capture' ? 'preauth' : 'sale') : undefined)
        await send(stage, id, echo)
      }
    }
    await writeEverything(stage)
    for (const canary of signaturesIn(stage.gateway)) stage.desk.watchFor(canary)
    expect(await stage.desk.end()).toEqual([])
  })

  it('after a sale, whatever field of its reply a gateway echoes it in', async () => {
    const stage = await setUp()
    for (const echo of Object.keys(echoes).filter((name) => !generalEchoes.includes(name))) {
      stage.gateway.echoWith(echo)
      await send(stage, 'sale', echo)
    }
    await writeEverything(stage)
    expect(await stage.desk.end()).toEqual([])
  })

  it('after every call of the contract, each with every write-only value', async () => {
    const stage = await setUp()
    const inputs = everyCall(stage, planted)
    for (const name of callNames) await stage.desk.ask(name, inputs[name])
    expect(await stage.desk.end()).toEqual([])
  })

  it('after every call with a card number in each of its texts', async () => {
    const stage = await setUp()
    const inputs = everyCall(stage, planted)
    for (const name of callNames.filter((one) => !ending.has(one))) {
      for (const { at, spoiled } of withEachText(inputs[name], planted)) {
        if (mayResembleCardNumber(name, at)) continue
        if (isShownBack(name, at)) await stage.desk.askUnwatched(name, spoiled as never)
        else await stage.desk.ask(name, spoiled as never, at)
      }
    }
    await writeEverything(stage)
    expect(await stage.desk.end()).toEqual([])
  })
})

describe('from the page to main', () => {
  const search = searchFor(planted.canaries)
  const nowhere: Known = { profileId: 'p', keyId: 'k', entryId: 'e', environment: 'sandbox', baseUrl: 'http://127.0.0.1:9' }

  it.each(callNames)('%s accepts secrets only in parts that the contract declares write-only', (name) => {
    const input = everyCall(nowhere, planted)[name]
    expect(search(name, JSON.stringify(withoutWriteOnly(name, input) ?? null))).toEqual([])
  })

  it.each(callNames.filter((name) => writeOnlyPaths(name).length > 0))('a planted value is in each write-only part of %s', (name) => {
    const input = everyCall(nowhere, planted)[name]
    expect(calls[name].input.safeParse(input).success).toBe(true)
    for (const path of writeOnlyPaths(name)) expect(JSON.stringify(partAt(input, path))).toMatch(/[^{}"]/)
  })
})

const partAt = (input: unknown, path: string): unknown =>
  path.split('.').reduce<unknown>((part, key) => Reflect.get(part as object, key), input)

/** Calls that would end the desk before the other calls had run. */
const ending: ReadonlySet<CallName> = new Set([
  'keys.remove', 'profiles.removeSecret', 'profiles.remove', 'access.lock', 'access.unlock', 'keys.generate',
])

/**
 * True for a value that the page typed openly or chose from a list, which is returned to it; nothing of it may be
 * stored.
 */
function isShownBack(name: CallName, at: string): boolean {
  return name === 'inspector.build' || at.endsWith('.entryPoint.id')
}

/** The signatures of the newest request of each operation: replayed, it would be carried out again. */
function signaturesIn({ received }: HostileGateway) {
  const newest = new Map(received.map((one) => [one.path, one]))
  return [...newest.values()].flatMap(({ path, fields, authorization }) => {
    const control = fields.find(([name]) => name === 'control')?.[1]
    const signature = /oauth_signature="([^"]+)"/.exec(authorization)?.[1]
    return [control, signature === undefined ? undefined : decodeURIComponent(signature)]
      .filter((value) => value !== undefined)
      .map((value) => ({ name: `what a request to ${path} was signed with`, value }))
  })
}
