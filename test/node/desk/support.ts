/** A desk over its real modules: vault, journal thread, client, built-in gateway. Only the time is the test's. */
import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, vi } from 'vitest'
import type { MerchantOrderId, ProfileId } from '#shared/brands.ts'
import type { CallName, CallOutput, Desk, EventName, EventPayload, ParsedInput } from '#shared/ipc/contract.ts'
import type { Environment } from '#shared/model/values/environment.ts'
import type { Failure } from '#shared/model/answers/failure.ts'
import type { EntryPoint, ProfileDraft } from '#shared/model/profiles/profile.ts'
import type { Result } from '#shared/result.ts'
import { createDesk } from '../../../electron/desk/desk.ts'
import type { IssuerPages } from '../../../electron/desk/issuer-pages.ts'
import type { DeskControl, LockableVault, Ports, Services, System } from '../../../electron/desk/services.ts'
import { builtInProfile } from '../../../electron/main/installation/built-in-profile.ts'
import { createDiagnosis } from '../../../electron/inspector/client.ts'
import { createGatewayClient } from '../../../electron/gateway/client.ts'
import type { GatewayPort } from '../../../electron/gateway/port.ts'
import { startJournal, type RunningJournal } from '../../../electron/journal/client.ts'
import { createOtherDesksClient } from '../../../electron/journal/other-desks/client.ts'
import { openProfiles } from '../../../electron/profiles/profiles.ts'
import { createReconcile } from '../../../electron/reconcile/client.ts'
import { createSandbox, type Sandbox } from '../../../electron/sandbox/client.ts'
import { readLedger, type LedgerLine } from '../../../electron/sandbox/orders/ledger.ts'
import { openKeptColumns } from '../../../electron/settings/kept-columns.ts'
import { openNewestFile } from '../../../electron/settings/newest-file.ts'
import { openSettings } from '../../../electron/settings/settings.ts'
import { createTables } from '../../../electron/tables/client.ts'
import { openMembership } from '../../../electron/team/membership.ts'
import { createTeams } from '../../../electron/team/team.ts'
import { unattendedSystem } from '../../support/fixtures/system.ts'
import { builtEntry } from '../entries.ts'
import { journalHere, otherDesksHere, reconcileHere, sandboxHere, tablesHere } from '../threads-here.ts'
import { vaultHere } from '../vault/here.ts'
import { createInstallation, quick, type Installation, type TestVault } from '../vault/support.ts'
import { startTlsGateway, type TlsGateway } from './tls-gateway.ts'

export const endpoint: EntryPoint = { kind: 'endpoint', id: '1001', currency: 'USD' }

/** The time of a test: it advances only on request, and scheduled functions run when they are due. */
interface Clock {
  now(): number
  /** Advances, runs everything that is due, and waits until that is done. */
  pass(milliseconds: number): Promise<void>
}

export interface TestDesk {
  readonly control: DeskControl
  /** The desk's own functions, for code between it and the page. */
  readonly calls: Desk
  readonly sandbox: Sandbox
  readonly vault: TestVault
  readonly clock: Clock
  readonly folder: string
  readonly secret: string
  readonly profileId: ProfileId
  readonly events: { readonly name: EventName; readonly payload: unknown }[]
  /** Calls the desk and expects success. */
  call<Name extends CallName>(name: Name, input: ParsedInput<Name>): Promise<CallOutput<Name>>
  /** Calls the desk and expects a failure. */
  refused<Name extends CallName>(name: Name, input: ParsedInput<Name>): Promise<Failure>
  /** The orders in the gateway's own ledger: the truth about money. */
  ordersInLedger(): LedgerLine[]
  ledger(): readonly LedgerLine[]
  /** A profile that uses the same gateway by its address; over https unless it is a sandbox profile. */
  addProfile(environment: Environment, name: string): Promise<ProfileId>
  /** Ends the journal, as if its thread had ended. */
  endJournal(): Promise<void>
  /** Ends the copies of other desks' logs in the same way. */
  endCopies(): Promise<void>
  /** Ends everything but keeps the folder; `open` with it starts again. */
  end(): Promise<void>
}

/** The changes that an administrator confirms in a message box; no payments. */
const administrative: ReadonlySet<string> = new Set([
  'Save production profile', 'Save staging profile', 'Change profile', 'Confirm profile', 'Change settings', 'Add person', 'Change person', 'Remove person',
  'Close outcome', 'Restore backup', 'Give up', 'Remove content', 'Erase content', 'Leave team', 'Go on', 'Close', 'Confirm desk', 'Propose removal',
  'Work alone', 'Confirm', 'Go on with this history', 'End the questions',
])

export interface OpenOptions {
  readonly folder?: string
  readonly processingMs?: number
  readonly usable?: readonly Environment[]
  /** Replaces the issuer's window; without it every visit is closed immediately. */
  readonly issuerPages?: IssuerPages
  /** The system's functions that differ from the defaults: dialogs, the system's browser. */
  readonly system?: Partial<System>
  /** Passes changes of an administrator to `system.confirm` too, which are otherwise confirmed. */
  readonly asksEveryBox?: true
  /** Replaces the default client. */
  readonly gateway?: GatewayPort
  readonly teams?: Services['teams']
  /** Methods that replace the vault's own. */
  readonly vault?: Partial<Services['vault']>
  /** The modules' log; without it nothing listens. */
  readonly log?: Services['log']
  /** Runs the vault in its own process, which can be killed; without a keychain it runs in this one. */
  readonly vaultProcess?: true
  /** Replaces the vault's process. */
  readonly ownVault?: LockableVault
  /** Resolves when the first screen is there; the desk is returned before that. */
  readonly firstScreen?: Promise<void>
  /** Environment of the vault's keychain; without it there is none. Calls that hang are given up after 3 s. */
  readonly keychain?: Readonly<Record<string, string>>
}

const opened: { end(): Promise<void> }[] = []
const folders: string[] = []

/** Ends what a test left open and removes its folders. */
export async function closeAll(): Promise<void> {
  for (const desk of opened.splice(0)) await desk.end()
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true })
}

/** Opens a desk. */
export async function open(options: OpenOptions = {}): Promise<TestDesk> {
  const folder = options.folder ?? mkdtempSync(join(tmpdir(), 'desk-'))
  if (options.folder === undefined) folders.push(folder)
  const secret = `made-up-${randomBytes(12).toString('hex')}`
  const installation: Installation = createInstallation()
  const vault = options.keychain === undefined
    ? installation.start({}, { keychain: 'none', ...options.vaultProcess !== true && { fork: vaultHere } })
    : installation.start(options.keychain, { times: quick })
  const journal = await startedJournal(folder)
  const otherDesks = createOtherDesksClient({
    workerPath: builtEntry('journal'), filePath: join(folder, 'other-desks.db'), onDefect: () => undefined, startThread: otherDesksHere,
  })
  const ledgerPath = join(folder, 'ledger.jsonl')
  const sandbox = createSandbox({
    workerPath: builtEntry('sandbox'),
    options: { ledgerPath, productWord: 'gw', merchantControl: secret, publicKeyPem: null, port: 0, processingMs: options.processingMs ?? 0 },
    onDefect: (error) => { throw error },
    startThread: sandboxHere,
  })
  const profiles = openProfiles({
    filePath: join(folder, 'profiles.json'),
    firstProfile: builtInProfile,
    newId: () => randomBytes(5).toString('hex') as ProfileId,
  })
  const gateway = options.gateway ?? createGatewayClient({ resolveProxy: async () => 'DIRECT', userAgent: 'test' })
  const { clock, schedule } = handMadeClock()
  const events: { name: EventName; payload: unknown }[] = []
  const services: Ports = {
    vault: Object.assign(Object.create(null) as object, { lock: vault.lock, unlock: vault.unlock }, options.vault) as Services['vault'],
    profiles, journal: journal.port, otherDesks, gateway, sandbox, sandboxSecret: secret,
    settings: openSettings({ filePath: join(folder, 'settings.json') }),
    newestFile: openNewestFile({ filePath: join(folder, 'newest.json') }),
    keptColumns: openKeptColumns({ filePath: join(folder, 'columns.json') }),
    membership: openMembership({ filePath: join(folder, 'team.json') }),
    teams: options.teams ?? createTeams(),
    diagnosis: createDiagnosis({ workerPath: builtEntry('inspector') }),
    tables: createTables({ workerPath: builtEntry('tables'), start: tablesHere }),
    reconcile: createReconcile({ workerPath: builtEntry('reconcile'), folder: join(folder, 'reconcile'), startThread: reconcileHere }),
    issuerPages: options.issuerPages ?? { visit: async () => ({ kind: 'closed' }), end: () => undefined },
    system: {
      ...unattendedSystem(options.usable ?? ['sandbox', 'staging', 'production'], { now: () => clock.now(), schedule }),
      ...options.system,
      confirm: async (question, lastsMs) => options.asksEveryBox !== true && administrative.has(question.action)
        || (await options.system?.confirm?.(question, lastsMs) ?? false),
    },
    log: options.log ?? (() => undefined),
  }
  const lockable = new Proxy(services.vault, {
    get: (target, name) => Reflect.get(target, name) as unknown ?? Reflect.get(vault.port, name) as unknown,
  })
  const emit = <Name extends EventName>(name: Name, payload: EventPayload<Name>): void => {
    events.push({ name, payload })
  }
  const { calls, control } = createDesk({ ...services, vault: options.ownVault ?? lockable }, emit)
  const started = control.start(() => options.firstScreen ?? Promise.resolve())
  if (options.firstScreen === undefined) await started

  const ask = async <Name extends CallName>(name: Name, input: ParsedInput<Name>) =>
    await (calls[name] as Desk[CallName])(input as never) as Result<CallOutput<Name>, Failure>
  let ended = false
  const tlsGateways: TlsGateway[] = []
  const desk: TestDesk = {
    control, calls, sandbox, vault, clock, folder, secret, events, profileId: profiles.active().id,
    async call(name, input) {
      const answer = await ask(name, input)
      if (!answer.ok) expect.fail(`${name} failed: ${JSON.stringify(answer.failure)}`)
      return answer.value
    },
    async refused(name, input) {
      const answer = await ask(name, input)
      if (answer.ok) expect.fail(`${name} did what it should have refused`)
      return answer.failure
    },
    ledger: () => readLedger(ledgerPath),
    ordersInLedger: () => readLedger(ledgerPath).filter((line) => line.order !== undefined),
    async addProfile(environment, name) {
      const started = await sandbox.start()
      if (!started.ok) expect.fail(started.failure.detail)
      const { baseUrl } = started.value
      const overTls = environment === 'sandbox' ? null : await startTlsGateway(baseUrl)
      if (overTls !== null) tlsGateways.push(overTls)
      const draft: ProfileDraft = {
        ...builtInProfile, name, environment, gateway: { kind: 'address', baseUrl: overTls?.baseUrl ?? baseUrl },
        timeZone: 'UTC', ...(overTls !== null && { authorities: overTls.authorities }),
      }
      const { id } = await this.call('profiles.save', { id: null, draft })
      await this.call('profiles.storeSecret', { id, secret })
      return id
    },
    endJournal: () => journal.end(),
    endCopies: () => otherDesks.end(),
    async end() {
      if (ended) return
      ended = true
      control.stop()
      await services.diagnosis.end()
      await services.tables.end()
      await services.reconcile.end()
      await gateway.close()
      for (const one of tlsGateways) await one.close()
      await sandbox.stop()
      await journal.end()
      await otherDesks.end()
      await installation.remove()
    },
  }
  opened.push(desk)
  return desk
}

/** The form of a charge that the gateway approves. */
export function chargeForm(desk: TestDesk, changes: Record<string, string> = {}): ParsedInput<'payments.review'> {
  return {
    profileId: desk.profileId,
    entryPoint: endpoint,
    operation: 'recurrent-payment',
    values: {
      merchantOrderId: `test-${randomBytes(5).toString('hex')}` as MerchantOrderId, cardReference: '1000001',
      orderDescription: 'Subscription', amount: '10.15', currency: 'USD', customerIpAddress: '203.0.113.9', ...changes,
    },
    confidential: {},
  }
}

/** Reviews and confirms a charge. */
export async function charge(desk: TestDesk, changes: Record<string, string> = {}) {
  const review = await desk.call('payments.review', chargeForm(desk, changes))
  return await desk.call('payments.submit', { intentId: review.intentId, reason: 'as agreed', acceptUnverifiedCard: true })
}

/**
 * A backup that is being made while a journal closes keeps the file open until it has ended: no thread ends with
 * it.
 */
async function startedJournal(folder: string): Promise<RunningJournal> {
  const started = await vi.waitFor(async () => {
    const answer = await startJournal({
      workerPath: builtEntry('journal'), databasePath: join(folder, 'journal.db'), onDefect: () => undefined, startThread: journalHere,
    })
    if (!answer.ok && answer.failure.code === 'held-by-another') throw new Error('another holds the journal')
    return answer
  }, { timeout: 30_000, interval: 50 })
  if (!started.ok) expect.fail(`the journal did not open: ${started.failure.code}`)
  return started.value
}

function handMadeClock(): { clock: Clock; schedule: System['schedule'] } {
  let ahead = 0
  const due: { at: number; run: () => void; done: boolean }[] = []
  const clock: Clock = {
    // The gateway stamps its replies with the real time, so the test's time never falls behind it.
    now: () => Date.now() + ahead,
    async pass(milliseconds) {
      ahead += milliseconds
      for (const entry of due.filter((one) => !one.done && one.at <= clock.now())) {
        entry.done = true
        entry.run()
      }
    },
  }
  const schedule: System['schedule'] = (delayMs, run) => {
    const entry = { at: clock.now() + delayMs, run, done: false }
    due.push(entry)
    return () => { entry.done = true }
  }
  return { clock, schedule }
}
