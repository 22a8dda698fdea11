/** The main side without Electron: the real desk over the real modules, with all its files in one folder. */
import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import type { ProfileId } from '#shared/brands.ts'
import type { Desk } from '#shared/ipc/contract.ts'
import type { ProfileDraft } from '#shared/model/profiles/profile.ts'
import { failed } from '#shared/result.ts'
import { createDesk } from '../../../electron/desk/desk.ts'
import type { System, DeskControl, LockableVault } from '../../../electron/desk/services.ts'
import { createGatewayClient } from '../../../electron/gateway/client.ts'
import type { GatewayPort } from '../../../electron/gateway/port.ts'
import { startJournal } from '../../../electron/journal/client.ts'
import { createOtherDesksClient } from '../../../electron/journal/other-desks/client.ts'
import { builtInProfile } from '../../../electron/main/installation/built-in-profile.ts'
import { openProfiles } from '../../../electron/profiles/profiles.ts'
import { createReconcile } from '../../../electron/reconcile/client.ts'
import { createSandbox } from '../../../electron/sandbox/client.ts'
import { openKeptColumns } from '../../../electron/settings/kept-columns.ts'
import { openNewestFile } from '../../../electron/settings/newest-file.ts'
import { openSettings } from '../../../electron/settings/settings.ts'
import { createTables } from '../../../electron/tables/client.ts'
import { openMembership } from '../../../electron/team/membership.ts'
import type { TeamsPort } from '../../../electron/team/port.ts'
import { createTeams } from '../../../electron/team/team.ts'
import { createVault } from '../../../electron/vault/vault.ts'
import { unattendedSystem } from '../../support/fixtures/system.ts'
import { openKeptKeychain } from './kept-keychain.ts'
import type { Installation } from './messages.ts'

const electron = (path: string): string => join(import.meta.dirname, '../../../electron', path)

export interface Application {
  readonly calls: Desk
  /** Two profiles of one merchant: same gateway, same login. */
  readonly profileIds: readonly [ProfileId, ProfileId]
  end(): Promise<void>
}

/** Replacements of the kill test's client and system. */
export interface Outside {
  readonly gateway?: GatewayPort
  readonly system?: System
  readonly teams?: TeamsPort
  /** Methods that replace the vault's own. */
  readonly vault?: Partial<LockableVault>
  /** Differences of the profiles from the prepared one at the gateway's address. */
  readonly profile?: Partial<ProfileDraft>
}

/** Opens everything as main does at its start. The first time it enters both profiles and their secret. */
export async function openApplication(
  {
    folder, baseUrl, secret, journalThread = electron('journal/thread.ts'), tablesThread = electron('tables/thread.ts'),
  }: Installation,
  {
    gateway = directClient(), system = systemWithClock, teams = createTeams(), vault = {}, profile = {},
  }: Outside = {},
): Promise<Application> {
  const journal = await startJournal({
    workerPath: journalThread, databasePath: join(folder, 'journal.db'),
    onDefect: (error) => { queueMicrotask(() => { throw error }) },
  })
  if (!journal.ok) throw new Error(`the journal did not open: ${journal.failure.code}`)
  const profiles = openProfiles({
    filePath: join(folder, 'profiles.json'), firstProfile: builtInProfile,
    newId: () => randomUUID() as ProfileId,
  })
  // Never started: the gateway of the profile is another process, which keeps running.
  const sandbox = createSandbox({
    workerPath: electron('sandbox/thread.ts'),
    options: {
      ledgerPath: join(folder, 'unused.jsonl'), productWord: builtInProfile.productWord, merchantControl: secret,
      publicKeyPem: null, port: 0, processingMs: 0,
    },
    onDefect: (error) => { throw error },
  })
  const otherDesks = createOtherDesksClient({
    workerPath: journalThread, filePath: join(folder, 'other-desks.db'),
    onDefect: (error) => { queueMicrotask(() => { throw error }) },
  })
  const tables = createTables({ workerPath: tablesThread })
  const { calls, control } = createDesk({
    vault: { ...vaultIn(join(folder, 'keychain')), ...vault }, profiles, journal: journal.value.port, otherDesks, gateway, sandbox,
    settings: openSettings({ filePath: join(folder, 'settings.json') }), sandboxSecret: secret,
    newestFile: openNewestFile({ filePath: join(folder, 'newest.json') }),
    keptColumns: openKeptColumns({ filePath: join(folder, 'columns.json') }),
    membership: openMembership({ filePath: join(folder, 'team.json') }), teams,
    diagnosis: { diagnose: async () => failed({ code: 'defect' }), cancel: () => undefined, end: async () => undefined },
    tables,
    reconcile: createReconcile({ workerPath: electron('reconcile/thread.ts'), folder: join(folder, 'reconcile') }),
    issuerPages: { visit: async () => ({ kind: 'closed' }), end: () => undefined },
    system,
    log: () => undefined,
  }, () => undefined)
  const idOf = async (name: string): Promise<ProfileId> => {
    const draft: ProfileDraft = { ...builtInProfile, name, gateway: { kind: 'address', baseUrl }, ...profile }
    return profiles.list().find((known) => known.name === name)?.id ?? await enterProfile(calls, draft, secret)
  }
  const profileIds = [await idOf('Kill test'), await idOf('Kill test, second profile')] as const
  await control.start()
  return {
    calls, profileIds,
    async end() {
      await endDesk(control)
      await journal.value.end()
      await otherDesks.end()
      await tables.end()
    },
  }
}

async function endDesk(control: DeskControl): Promise<void> {
  await control.prepareToQuit()
  control.stop()
}

async function enterProfile(calls: Desk, draft: ProfileDraft, secret: string): Promise<ProfileId> {
  const saved = await calls['profiles.save']({ id: null, draft })
  if (!saved.ok) throw new Error(`the profile was not saved: ${saved.failure.code}`)
  const { id } = saved.value
  const stored = await calls['profiles.storeSecret']({ id, secret })
  const chosen = await calls['profiles.choose']({ id })
  if (!stored.ok || !chosen.ok) throw new Error('the profile could not be set up')
  return id
}

/** In this process: other tests cover the vault's own process, which would double the cost of a round. */
function vaultIn(folder: string): LockableVault {
  const vault = createVault({
    keychain: openKeptKeychain(folder), keychainName: 'a folder of the test', wasInstalled: () => false,
    nativeModulePath: () => '',
  })
  return { ...vault, lock: async () => undefined, unlock: async () => undefined }
}

export const directClient = (): GatewayPort =>
  createGatewayClient({ resolveProxy: async () => 'DIRECT', userAgent: 'kill test' })

export const systemWithClock = unattendedSystem(['sandbox', 'staging'], {
  now: () => Date.now(),
  schedule(delayMs, callback) {
    const timer = setTimeout(callback, delayMs)
    return () => { clearTimeout(timer) }
  },
})
