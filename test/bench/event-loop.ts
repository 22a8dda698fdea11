/**
 * `npm run bench -- event-loop`: how long main's thread is blocked while 50 orders are followed whose status
 * replies contain 64 kB of hostile text each, and each tenth as much as a reply may have. The real desk, client and
 * journal over loopback; the gateway is a separate thread. Exit code 1 if it is blocked for 100 ms. `--size` is the
 * number of orders.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import type { ProfileId } from '#shared/brands.ts'
import type { Desk } from '#shared/ipc/contract.ts'
import { maxReplyBytes } from '../../electron/gateway/connection.ts'
import { openApplication } from './kill/services.ts'
import { watchEventLoop } from './event-loop/probe.ts'
import { isSmall, sizeOf } from './options.ts'

const orders = sizeOf({ whole: 50, small: 5 })
const followMs = isSmall ? 5_000 : 40_000
const mostMs = 100
/** Each tenth text fills the reply except its other fields. */
const sizes = { characters: 65_536, mostBytes: maxReplyBytes - 1_024, largestEvery: 10 }
const endpoint = { kind: 'endpoint', id: '1001', currency: 'USD' } as const

const folder = mkdtempSync(join(tmpdir(), 'event-loop-'))
const gateway = new Worker(new URL('./event-loop/gateway-thread.ts', import.meta.url), { workerData: sizes })
const port = await new Promise<number>((resolve) => { gateway.once('message', resolve) })
const application = await openApplication({ folder, baseUrl: `http://127.0.0.1:${port}`, secret: 'made-up-for-this-run' })
const { calls, profileIds: [profileId] } = application
try {
  const charging = watchEventLoop()
  for (let index = 0; index < orders; index += 1) await chargeAndFollow(calls, profileId, index)
  const charged = charging()
  console.log(`${orders} charges: busy ${charged.busyMs.toFixed(0)} ms at most, delayed ${charged.delayMs.toFixed(0)} ms`)
  const polling = watchEventLoop()
  await pause(followMs)
  const polled = polling()
  console.log(`${orders} orders followed for ${followMs / 1_000} s: busy ${polled.busyMs.toFixed(0)} ms at most, delayed ${polled.delayMs.toFixed(0)} ms`)
  if (Math.max(charged.busyMs, polled.busyMs) >= mostMs && !isSmall) process.exitCode = 1
} finally {
  await application.end()
  await gateway.terminate()
  rmSync(folder, { recursive: true, force: true })
}

async function chargeAndFollow(desk: Desk, profile: ProfileId, index: number): Promise<void> {
  const review = await desk['payments.review']({
    profileId: profile, entryPoint: endpoint, operation: 'recurrent-payment', confidential: {},
    values: {
      merchantOrderId: `order-${index}`, cardReference: '1000001', orderDescription: 'Subscription',
      amount: `10.${10 + index}`, currency: 'USD', customerIpAddress: '203.0.113.9',
    },
  })
  if (!review.ok) throw new Error(`the charge was not reviewed: ${review.failure.code}`)
  const sent = await desk['payments.submit']({ intentId: review.value.intentId, reason: 'as agreed', acceptUnverifiedCard: true })
  if (!sent.ok || sent.value.outcome.kind !== 'accepted') throw new Error('the charge was not accepted')
  const followed = await desk['orders.follow']({ entryId: sent.value.entryId })
  if (!followed.ok) throw new Error(`the order is not followed: ${followed.failure.code}`)
}
