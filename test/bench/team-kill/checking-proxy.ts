/** Between a desk and the gateway: each request that moves money is looked into before it is passed on. */
import { once } from 'node:events'
import { createServer, request as ask, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { parseForm } from '#shared/gateway/form.ts'
import { createsOrder, touchesMoney } from '#shared/gateway/operations.ts'
import { readValues } from '../../../electron/sandbox/parameters.ts'
import { documentReadings } from '../../../electron/sandbox/readings.ts'
import { findRoute } from '../../../electron/sandbox/route.ts'

/** What a request that moves money acts on. */
export interface Slot {
  readonly kind: 'create' | 'follow'
  readonly id: string
}

export interface CheckingProxy {
  readonly baseUrl: string
  /** Requests that moved money. */
  passed(): number
  /** Resolves when the gateway has answered all that it got. */
  quiet(): Promise<void>
  close(): void
}

/** Opens one; `arrived` hears of each request that moves money before the gateway does. */
export async function openCheckingProxy(
  gatewayPort: number, productWord: string, arrived: (slot: Slot) => Promise<void>,
): Promise<CheckingProxy> {
  let passed = 0
  const busy = new Set<Promise<void>>()
  const server = createServer((request, response) => {
    response.on('error', () => undefined)
    const work = (async () => {
      const body = await wholeBody(request)
      // A desk that died before its request was out.
      if (body === null) return
      const path = request.url ?? ''
      const slot = slotIn(path, body, productWord)
      if (slot !== null) {
        passed += 1
        await arrived(slot)
      }
      const answer = await passOn(gatewayPort, path, request, body)
      response.writeHead(answer.status, answer.headers).end(answer.body)
    })().catch(() => { response.destroy() }).finally(() => { busy.delete(work) })
    busy.add(work)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    passed: () => passed,
    async quiet() { while (busy.size > 0) await Promise.all(busy) },
    close() { server.close() },
  }
}

async function wholeBody(request: IncomingMessage): Promise<Buffer | null> {
  const chunks: Buffer[] = []
  try {
    for await (const chunk of request) chunks.push(chunk as Buffer)
  } catch {
    return null
  }
  return Buffer.concat(chunks)
}

function slotIn(path: string, body: Buffer, productWord: string): Slot | null {
  const route = findRoute(path, productWord)
  if (route === null || !touchesMoney(route.operation)) return null
  const { merchantOrderId, orderId } = readValues(route.operation, parseForm(body.toString('utf8')), documentReadings)
  return createsOrder(route.operation) ? { kind: 'create', id: merchantOrderId ?? '' } : { kind: 'follow', id: orderId ?? '' }
}

async function passOn(port: number, path: string, { method, headers }: IncomingMessage, body: Buffer) {
  const passing = ask({ host: '127.0.0.1', port, path, method, headers })
  passing.end(body)
  const [answer] = await once(passing, 'response') as [IncomingMessage]
  return { status: answer.statusCode ?? 502, headers: answer.headers, body: await wholeBody(answer) ?? Buffer.alloc(0) }
}
