/**
 * In any sequence of events: no row of a batch is sent twice or lost, and each has its true state.
 * The gateway's ledger is the truth.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setImmediate as turnOfTheLoop } from 'node:timers/promises'
import fc from 'fast-check'
import { afterEach, expect, it, onTestFinished } from 'vitest'
import type { ProfileId } from '#shared/brands.ts'
import type { BatchId } from '#shared/model/payments/batch.ts'
import { charges, type Cells } from '../../../support/fixtures/batch-rows.ts'
import { judgeBatch, noBatchMisses } from '../../../bench/kill/batch/judge.ts'
import { chosenSeed } from '../../../bench/seed.ts'
import { faultCards } from '../../../../electron/sandbox/orders/cards.ts'
import { createGatewayClient } from '../../../../electron/gateway/client.ts'
import type { GatewayPort } from '../../../../electron/gateway/port.ts'
import type { FaultKind } from '../../../../electron/sandbox/faults/faults.ts'
import { readLedger } from '../../../../electron/sandbox/orders/ledger.ts'
import { runSandbox, type RunningSandbox } from '../../../../electron/sandbox/run.ts'
import { builtInProfile } from '../../../../electron/main/installation/built-in-profile.ts'
import { openAgain, openProtected, type ProtectedDesk } from '../access/support.ts'
import { closeAll } from '../support.ts'
import { draftOf, rowsOf, unlimited, whenEnded } from './support.ts'

afterEach(closeAll)

const seed = chosenSeed(5)
const rows = 24
/** Faults that affect a single request. */
const faults = ['reset-before-reading', 'reset-after-reading', 'truncated', 'status-500', 'empty', 'error-reply', 'status-429'] as const satisfies FaultKind[]

type Step =
  | { readonly kind: 'pause' | 'resume' | 'lock' | 'kill' | 'quit' | 'same-rows-again' }
  | { readonly kind: 'fault'; readonly fault: FaultKind; readonly times: number }
  /** Lets the desk work: this many turns of the loop. */
  | { readonly kind: 'work'; readonly turns: number }

const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 5, arbitrary: fc.record({ kind: fc.constant('work' as const), turns: fc.integer({ min: 1, max: 120 }) }) },
  { weight: 5, arbitrary: fc.constant({ kind: 'resume' as const }) },
  {
    weight: 4,
    arbitrary: fc.constantFrom(...(['pause', 'lock', 'kill', 'quit', 'same-rows-again'] as const)).map((kind) => ({ kind })),
  },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constant('fault' as const), fault: fc.constantFrom(...faults), times: fc.integer({ min: 1, max: 3 }) }),
  },
)

const isQuick = ({ fault }: (typeof faultCards)[number]) => faults.some((one) => one === fault)

/** Charges, some of which are declined or lose their answers. */
const cards: fc.Arbitrary<string> = fc.oneof(
  { weight: 8, arbitrary: fc.constant('1000001') }, { weight: 1, arbitrary: fc.constant('1000002') },
  { weight: 1, arbitrary: fc.constantFrom(...faultCards.filter(isQuick)).map(({ cardReference }) => cardReference) },
)

it(`no interleaving of pauses, locks, kills, faults and the same rows again sends a row twice, loses or misreports one (seed ${seed})`, async () => {
  await fc.assert(fc.asyncProperty(
    fc.array(cards, { minLength: rows, maxLength: rows }), fc.array(step, { minLength: 6, maxLength: 14 }),
    async (chosen, steps) => {
      const cells = charges(rows, (row) => ({ cardReference: chosen[row] ?? '' }))
      const gateway = await gatewayOf(seed)
      let office = await openOffice(gateway)
      const { batchId } = await office.desk.call('batches.start', await draftOf(office.desk, cells, office))
      for (const next of steps) office = await take(office, batchId, cells, next)
      const { own, others } = await finish(office, batchId)
      const expected = cells.map(({ merchantOrderId = '' }) => merchantOrderId)
      expect(judgeBatch(gateway.ledger(), expected, own, others)).toEqual(noBatchMisses)
      expect(own.filter(({ state }) => state === 'waiting')).toEqual([])
      await closeAll()
      await gateway.running.close()
    },
  ), { seed, numRuns: 6, endOnFailure: true })
}, 300_000)

interface Gateway {
  readonly running: RunningSandbox
  readonly secret: string
  readonly ledger: () => ReturnType<typeof readLedger>
}

/** A gateway that outlives the desks. */
async function gatewayOf(random: number): Promise<Gateway> {
  const folder = mkdtempSync(join(tmpdir(), 'interleavings-'))
  onTestFinished(() => { rmSync(folder, { recursive: true, force: true }) })
  const ledgerPath = join(folder, 'ledger.jsonl')
  const secret = `made-up-${random}`
  const started = await runSandbox({
    ledgerPath, productWord: builtInProfile.productWord, merchantControl: secret, publicKeyPem: null, port: 0,
    processingMs: 0,
  })
  if (!started.ok) throw new Error(started.failure.detail)
  return { running: started.value, secret, ledger: () => readLedger(ledgerPath) }
}

interface Office {
  readonly desk: ProtectedDesk
  readonly profileId: ProfileId
  readonly gateway: Gateway
}

/** A client that is slow by turns of the event loop: requests are in progress at most steps. */
function slowClient(): GatewayPort {
  const client = createGatewayClient({ resolveProxy: async () => 'DIRECT', userAgent: 'test' })
  return {
    ...client,
    async send(request) {
      for (let turn = 0; turn < 10; turn += 1) await turnOfTheLoop()
      const report = await client.send(request)
      for (let turn = 0; turn < 10; turn += 1) await turnOfTheLoop()
      return report
    },
  }
}

async function openOffice(gateway: Gateway): Promise<Office> {
  const desk = await openProtected({ gateway: slowClient() })
  const { id } = await desk.call('profiles.save', {
    id: null,
    draft: {
      ...builtInProfile, name: 'Shop', batches: unlimited,
      gateway: { kind: 'address', baseUrl: gateway.running.localUrl },
    },
  })
  await desk.call('profiles.storeSecret', { id, secret: gateway.secret })
  return { desk, profileId: id, gateway }
}

/** Carries out a step; an impossible step changes nothing. */
async function take(office: Office, batchId: BatchId, cells: readonly Cells[], next: Step): Promise<Office> {
  const { desk } = office
  switch (next.kind) {
    case 'work':
      for (let turn = 0; turn < next.turns; turn += 1) await turnOfTheLoop()
      return office
    case 'pause': case 'resume':
      await desk.calls[`batches.${next.kind}`]({ batchId })
      return office
    case 'lock':
      await desk.call('access.lock', null)
      await desk.unlock()
      return office
    case 'fault':
      office.gateway.running.armFault({ kind: next.fault, operation: 'recurrent-payment', times: next.times, delayMs: 0 })
      return office
    case 'same-rows-again':
      await desk.calls['batches.start'](await draftOf(desk, cells, office))
      return office
    case 'kill':
      // Writes of this desk are lost from now on, as after a kill; requests in progress reach the gateway.
      return await startedAgain(office)
    case 'quit':
      await desk.control.prepareToQuit()
      return await startedAgain(office)
  }
}

async function startedAgain(office: Office): Promise<Office> {
  await office.desk.endJournal()
  const desk = await openAgain(office.desk, { gateway: slowClient() })
  await desk.unlock()
  return { ...office, desk }
}

/** Resumes every batch until it ends. Returns the rows of this batch, and those of the others. */
async function finish({ desk, profileId, gateway }: Office, batchId: BatchId) {
  gateway.running.clearFaults()
  const begun = await desk.call('batches.list', { profileId })
  // One batch is sent at a time: none can be resumed before the running one stops.
  for (const { batchId: id } of begun) await whenEnded(desk, id)
  for (const { batchId: id } of begun) {
    for (let times = 0; times < rows && (await whenEnded(desk, id)).state === 'paused'; times += 1) {
      await desk.call('batches.resume', { batchId: id })
    }
    expect((await desk.call('batches.show', { batchId: id })).state).toBe('ended')
  }
  const ofOthers = begun.filter((one) => one.batchId !== batchId)
  const others = await Promise.all(ofOthers.map((one) => rowsOf(desk, one.batchId)))
  return { own: await rowsOf(desk, batchId), others: others.flat() }
}
