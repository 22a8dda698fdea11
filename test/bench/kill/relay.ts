/**
 * Between the application and the gateway on loopback: forwards every byte, tracks each request that touches money,
 * and can be watched. Everything that it accepted reaches the gateway, whatever happens to the sender, as in a
 * network.
 */
import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'
import { setImmediate as turnOfTheLoop } from 'node:timers/promises'
import { parseForm } from '#shared/gateway/encoding/form.ts'
import { createsOrder, touchesMoney } from '#shared/gateway/operations/operations.ts'
import type { ClaimSlot } from '#shared/model/team/team.ts'
import { readValues } from '../../../electron/sandbox/requests/parameters.ts'
import { documentReadings } from '../../../electron/sandbox/requests/readings.ts'
import { findRoute } from '../../../electron/sandbox/requests/route.ts'
import type { Gateway } from './gateway.ts'
import { paymentName } from './payment-name.ts'

/** The position of a request; all except the first are reported only for requests that touch money. */
export type Moment = 'connected' | 'asked' | 'answering' | 'answered'

/** What happens to the bytes of that moment: forwarded, lost, held until `release`, or half of them forwarded. */
export type Fate = 'pass' | 'lose' | 'hold' | 'half'

/** A request that touches money. */
export interface PaymentRequest {
  /** In the format of `payment-name.ts`. */
  readonly name: string
  /** The subject of the request, as a claim names it. */
  readonly slot: { readonly kind: ClaimSlot['kind']; readonly id: string }
}

export interface Relay {
  readonly baseUrl: string
  /** Sets the function that decides from now on; without it everything is forwarded. */
  watch(watcher: ((moment: Moment) => Fate) | null): void
  /** True if a payment's whole request arrived here. */
  hasSeen(name: string): boolean
  /** The number of requests that touch money. */
  passed(): number
  /** Forwards the held bytes and clears the record. */
  release(): Promise<void>
  /**
   * Resolves when no application is connected and the gateway has replied to all its requests. Rejects if `arrived`
   * failed for one of the requests.
   */
  quiet(): Promise<void>
  close(): Promise<void>
}

/**
 * Opens a relay to a gateway on this computer. `arrived` is called for each request that touches money before it is
 * forwarded.
 */
export async function openRelay(
  gateway: Pick<Gateway, 'port' | 'productWord'>, arrived: (request: PaymentRequest) => Promise<void> = async () => undefined,
): Promise<Relay> {
  let watcher: ((moment: Moment) => Fate) | null = null
  const seen = new Set<string>()
  let passed = 0
  const held: (() => Promise<void>)[] = []
  const busy = new Set<Promise<unknown>>()
  const failures: unknown[] = []
  const during = (work: Promise<unknown>) => {
    const done = work.catch((error: unknown) => { failures.push(error) }).finally(() => busy.delete(done))
    busy.add(done)
  }

  const server = createServer((application) => {
    // A killed process leaves its connections reset.
    application.on('error', () => undefined)
    during(new Promise((resolve) => { application.once('close', resolve) }))
    watcher?.('connected')
    let request = Buffer.alloc(0)
    let isWhole = false
    application.on('data', (bytes) => {
      request = Buffer.concat([request, bytes])
      if (isWhole || !isWholeRequest(request)) return
      isWhole = true
      const payment = paymentIn(request, gateway.productWord)
      if (payment !== null) {
        seen.add(payment.name)
        passed += 1
      }
      const fateOf = (moment: Moment): Fate => payment === null ? 'pass' : watcher?.(moment) ?? 'pass'
      const ask = async () => {
        try {
          if (payment !== null) await arrived(payment)
        } catch (error) {
          application.resetAndDestroy()
          throw error
        }
        await passOn(request, application, gateway.port, fateOf)
      }
      switch (fateOf('asked')) {
        case 'lose': return
        case 'hold': held.push(ask); return
        default: during(ask())
      }
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('the relay has no port')

  const quiet = async () => {
    // A connection that a process opened just before its end may not have been accepted yet.
    await turnOfTheLoop()
    while (busy.size > 0) await Promise.all(busy)
    if (failures.length > 0) throw failures[0]
  }
  return {
    baseUrl: `http://127.0.0.1:${address.port}`,
    watch(next) { watcher = next },
    hasSeen: (name) => seen.has(name),
    passed: () => passed,
    async release() {
      seen.clear()
      await Promise.all(held.splice(0).map((ask) => ask()))
    },
    quiet,
    async close() {
      server.close()
      await quiet()
    },
  }
}

/** Sends to the gateway and forwards its reply; resolves when the gateway has replied or hung up. */
async function passOn(
  request: Buffer, application: Socket, gatewayPort: number, fateOf: (moment: Moment) => Fate,
): Promise<void> {
  const gateway = connect(gatewayPort, '127.0.0.1')
  gateway.on('error', () => undefined)
  gateway.write(request)
  // An end on one side is forwarded to the other, but not before the gateway has received the request and replied.
  let isAnswered = false
  application.once('close', () => { if (isAnswered) gateway.destroy() })
  await new Promise<void>((resolve) => {
    gateway.once('data', () => { isAnswered = true })
    gateway.on('data', (bytes) => {
      resolve()
      passAnswer(bytes, application, fateOf)
      if (application.destroyed) gateway.destroy()
    })
    gateway.once('close', () => {
      application.resetAndDestroy()
      resolve()
    })
  })
}

function passAnswer(bytes: Buffer, application: Socket, fateOf: (moment: Moment) => Fate): void {
  const fate = fateOf('answering')
  if (fate === 'lose' || application.destroyed) return
  application.write(fate === 'half' ? bytes.subarray(0, Math.floor(bytes.length / 2)) : bytes)
  if (fate === 'pass') fateOf('answered')
}

function isWholeRequest(bytes: Buffer): boolean {
  const end = bytes.indexOf('\r\n\r\n')
  const length = /^content-length: *(\d+)/im.exec(bytes.subarray(0, Math.max(end, 0)).toString('latin1'))?.[1]
  return end >= 0 && bytes.length >= end + 4 + Number(length ?? 0)
}

/** The payment in a whole request; null if it touches no money. */
function paymentIn(request: Buffer, productWord: string): PaymentRequest | null {
  const text = request.toString('utf8')
  const route = findRoute(text.split(' ')[1] ?? '', productWord)
  if (route === null || !touchesMoney(route.operation)) return null
  const pairs = parseForm(text.slice(text.indexOf('\r\n\r\n') + 4))
  const values = readValues(route.operation, pairs, documentReadings)
  const { merchantOrderId = '', orderId = '' } = values
  return {
    name: paymentName(route.operation, values),
    slot: createsOrder(route.operation) ? { kind: 'create', id: merchantOrderId } : { kind: 'follow', id: orderId },
  }
}
