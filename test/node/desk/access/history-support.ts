/** A protected desk with a staging profile whose gateway stays the same over restarts, whatever its port is. */
import { copyFileSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'vitest'
import type { MerchantOrderId, ProfileId } from '#shared/brands.ts'
import type { Failure } from '#shared/model/answers/failure.ts'
import type { HistoryTrust } from '#shared/model/history/history-trust.ts'
import { createGatewayClient } from '../../../../electron/gateway/client.ts'
import type { GatewayPort, SendReport, SignedRequest } from '../../../../electron/gateway/port.ts'
import { chargeForm, type OpenOptions } from '../support.ts'
import { openAgain, openProtected, type ProtectedDesk } from './support.ts'

/** Replaces a reply; null lets the gateway reply. */
type Instead = (request: SignedRequest) => SendReport | Promise<SendReport> | null

export interface RealDesk extends ProtectedDesk {
  readonly id: ProfileId
  /** The requests as sent. */
  readonly sent: readonly SignedRequest[]
  instead(answer: Instead): void
  readonly trust: () => Promise<HistoryTrust>
  /** Charges with the staging profile; null if it was sent, else the reason of the refusal. */
  charge(merchantOrderId: string): Promise<Failure | null>
  /** Orders in the gateway's own ledger with a merchant order id. */
  ordersOf(merchantOrderId: string): number
}

/** Copies of the journal's files, to be restored. */
export function copyOfJournal(folder: string): { restore(): void } {
  const copy = mkdtempSync(join(folder, 'copy-'))
  // SQLite creates the shared memory file again.
  const names = journalFiles(folder).filter((name) => !name.endsWith('-shm'))
  for (const name of names) copyFileSync(join(folder, name), join(copy, name))
  return {
    restore() {
      removeJournal(folder)
      for (const name of readdirSync(copy)) copyFileSync(join(copy, name), join(folder, name))
    },
  }
}

/** Deletes the journal and every sign of its existence. */
export function removeJournal(folder: string): void {
  for (const name of journalFiles(folder)) rmSync(join(folder, name))
}

const journalFiles = (folder: string) => readdirSync(folder).filter((name) => name.startsWith('journal'))

function gatewayAnywhere() {
  const client = createGatewayClient({ resolveProxy: async () => 'DIRECT', userAgent: 'test' })
  const sent: SignedRequest[] = []
  let base = ''
  let answer: Instead = () => null
  const port: GatewayPort = {
    ...client,
    async send({ connectionSettings: _settings, ...request }) {
      sent.push(request)
      const other = await answer(request)
      if (other !== null) return other
      return await client.send({ ...request, url: `${base}${new URL(request.url).pathname}` })
    },
  }
  return {
    port, sent,
    leadTo(address: string) { base = address },
    instead(next: Instead) { answer = next },
  }
}

async function asReal(
  desk: ProtectedDesk, gateway: ReturnType<typeof gatewayAnywhere>, id: ProfileId,
): Promise<RealDesk> {
  const started = await desk.sandbox.start()
  if (!started.ok) expect.fail(started.failure.detail)
  gateway.leadTo(started.value.baseUrl)
  return Object.assign(desk, {
    id, sent: gateway.sent, instead: gateway.instead,
    trust: () => desk.call('historyTrust.describe', null),
    async charge(merchantOrderId: string) {
      const review = await desk.calls['payments.review']({ ...chargeForm(desk, { merchantOrderId }), profileId: id })
      if (!review.ok) return review.failure
      const submit = { intentId: review.value.intentId, reason: 'as agreed', acceptUnverifiedCard: true }
      const done = await desk.calls['payments.submit'](submit)
      return done.ok ? null : done.failure
    },
    ordersOf: (merchantOrderId: string) =>
      desk.ordersInLedger().filter(({ order }) => order?.merchantOrderId === merchantOrderId as MerchantOrderId).length,
  })
}

/** Reports a fast keychain, however busy the computer is. */
function withFastKeychain(options: OpenOptions, gateway: GatewayPort): OpenOptions {
  return { ...options, gateway, system: { monotonic: () => 1_000, ...options.system } }
}

/** Opens the desk with one charge, `first`, and no pending queries. */
export async function openReal(options: OpenOptions = {}): Promise<RealDesk> {
  const gateway = gatewayAnywhere()
  const desk = await openProtected(withFastKeychain(options, gateway.port))
  const id = await desk.addProfile('staging', 'Acme')
  const real = await asReal(desk, gateway, id)
  expect(await real.charge('first')).toBe(null)
  return real
}

/** Quits, lets `meanwhile` change the files, and starts and unlocks again. */
export async function restarted(
  desk: RealDesk, meanwhile: () => void | Promise<void> = () => undefined, options: OpenOptions = {},
): Promise<RealDesk> {
  await desk.control.prepareToQuit()
  return await killed(desk, meanwhile, options)
}

/** Like `restarted`, after a kill. */
export async function killed(
  desk: RealDesk, meanwhile: () => void | Promise<void> = () => undefined, options: OpenOptions = {},
): Promise<RealDesk> {
  await desk.end()
  await meanwhile()
  const gateway = gatewayAnywhere()
  const again = await openAgain(desk, withFastKeychain(options, gateway.port))
  await again.unlock()
  const real = await asReal(again, gateway, desk.id)
  await real.call('profiles.storeSecret', { id: desk.id, secret: again.secret })
  return real
}
