/**
 * Charges over connections that break, each tried with two profiles of one merchant and one merchant order id: the
 * desk and its journal decide, the product's client sends, and the servers count what reached them. The kill test
 * has refunds with two profiles, which need a gateway that knows its orders.
 */
import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { MerchantOrderId, ProfileId } from '#shared/brands.ts'
import { operations, touchesMoney } from '#shared/gateway/operations/operations.ts'
import type { EntryPoint } from '#shared/model/profiles/profile.ts'
import { createGatewayClient } from '../../../electron/gateway/client.ts'
import type { GatewayPort } from '../../../electron/gateway/port.ts'
import { merchant } from '../../../electron/sandbox/requests/merchant.ts'
import { unattendedSystem } from '../../support/fixtures/system.ts'
import { seeded, type Random } from '../seed.ts'
import { openApplication, type Application } from '../kill/services.ts'
import { chooseGate, closeGates, count, limits, markedUrl, openGates, type Gate } from './gates.ts'

export interface TwoProfiles {
  /** Merchant order ids, each of which is tried with both profiles. */
  readonly orders: number
  readonly seed: number
  readonly onDone?: (done: number) => void
}

export interface TwoProfilesFigures {
  /** Merchant order ids that reached a server more than once. */
  readonly doubles: number
  /** Merchant order ids that reached a server. */
  readonly received: number
  /** How the first attempts ended, and those with the other profile: `sent`, or a refusal's code. */
  readonly first: ReadonlyMap<string, number>
  readonly second: ReadonlyMap<string, number>
}

const atOnce = 48
const entryPoint: EntryPoint = { kind: 'endpoint', id: merchant.endpointId, currency: merchant.currency }

/** Tries all of them, several at a time; closes every server and removes every file at the end. */
export async function chargeThroughTwoProfiles(
  { orders, seed, onDone = () => undefined }: TwoProfiles,
): Promise<TwoProfilesFigures> {
  const random = seeded(seed)
  const seen = new Map<string, number>()
  const gates = await openGates(seen)
  const folder = mkdtempSync(join(tmpdir(), 'broken-connections-'))
  const application = await openApplication(
    { folder, baseUrl: 'http://127.0.0.1:9', secret: `made-up-${randomBytes(12).toString('hex')}` },
    { gateway: clientTo(gates, random), system: systemWithoutPolling },
  )
  const [first, second] = [new Map<string, number>(), new Map<string, number>()]
  let [next, done] = [0, 0]
  const work = async (): Promise<void> => {
    while (next < orders) {
      const merchantOrderId = String(next) as MerchantOrderId
      next += 1
      const ends = await chargeTwice(application, random, merchantOrderId)
      count(first, ends[0])
      count(second, ends[1])
      done += 1
      onDone(done)
    }
  }
  try {
    await Promise.all(Array.from({ length: atOnce }, work))
  } finally {
    await application.end()
    await closeGates(gates)
    rmSync(folder, { recursive: true, force: true })
  }
  return { doubles: [...seen.values()].filter((times) => times > 1).length, received: seen.size, first, second }
}

/**
 * With either profile and then the other: reviewed afterwards, or both reviewed before either is confirmed, one
 * after the other or at the same moment.
 */
async function chargeTwice(
  application: Application, random: Random, merchantOrderId: MerchantOrderId,
): Promise<readonly [string, string]> {
  const [one, other] = application.profileIds
  const [profile, again] = random.next() < 0.5 ? [one, other] : [other, one]
  const reviewAt = (profileId: ProfileId) => review(application, profileId, merchantOrderId)
  const way = random.whole(1, 3)
  const first = await reviewAt(profile)
  if (way === 1) return [await first(), await (await reviewAt(again))()]
  const second = await reviewAt(again)
  if (way === 2) return [await first(), await second()]
  return await Promise.all([first(), second()])
}

/** Reviews a charge; returns a function that confirms it and returns the result. */
async function review(
  { calls }: Application, profileId: ProfileId, merchantOrderId: MerchantOrderId,
): Promise<() => Promise<string>> {
  const reviewed = await calls['payments.review']({
    profileId, entryPoint, operation: 'recurrent-payment', confidential: {},
    values: {
      merchantOrderId, cardReference: '1000001', orderDescription: 'Subscription', amount: '10.15',
      currency: merchant.currency, customerIpAddress: '203.0.113.9',
    },
  })
  return async () => {
    if (!reviewed.ok) return reviewed.failure.code
    const { intentId } = reviewed.value
    const submitted = await calls['payments.submit']({ intentId, reason: 'two profiles', acceptUnverifiedCard: true })
    return submitted.ok ? 'sent' : submitted.failure.code
  }
}

/** The product's client; charges are sent to any of the servers, card lookups to a port where nothing listens. */
function clientTo(gates: readonly Gate[], random: Random): GatewayPort {
  const client = createGatewayClient({
    resolveProxy: async () => 'DIRECT', userAgent: 'test', environment: {}, readSystemCertificates: async () => [],
    timeouts: limits,
  })
  const nobody = gates.find(({ listens }) => !listens)
  if (nobody === undefined) throw new Error('every server listens')
  return {
    ...client,
    send(request) {
      const isCharge = touchesMoney(operations[request.operation])
      const gate = isCharge ? chooseGate(gates, random) : nobody
      const id = isCharge ? request.asked.merchantOrderId ?? '' : '0'
      return client.send({ ...request, url: markedUrl(gate, id, random) })
    },
  }
}

/** Unknown outcomes are not checked afterwards: no time passes for scheduled functions. */
const systemWithoutPolling = unattendedSystem(['sandbox'], {
  now: () => Date.now(), schedule: () => () => undefined,
})
