/** Starts the modules and passes them to the desk as ports. */
import { randomBytes, randomUUID } from 'node:crypto'
import type { ProfileId } from '#shared/brands.ts'
import { describeError, type Log } from '../common/processes/log.ts'
import type { IssuerPages } from '../desk/issuer-pages.ts'
import type { System, LockableVault, Ports } from '../desk/services.ts'
import { createGatewayClient } from '../gateway/client.ts'
import { createDiagnosis } from '../inspector/client.ts'
import type { RunningJournal } from '../journal/client.ts'
import { createOtherDesksClient } from '../journal/other-desks/client.ts'
import type { ProfilesPort } from '../profiles/port.ts'
import { openProfiles } from '../profiles/profiles.ts'
import { createReconcile } from '../reconcile/client.ts'
import { createSandbox } from '../sandbox/client.ts'
import { openKeptColumns } from '../settings/kept-columns.ts'
import { openNewestFile } from '../settings/newest-file.ts'
import { openSettings } from '../settings/settings.ts'
import { createTables } from '../tables/client.ts'
import { openMembership } from '../team/membership.ts'
import { startVault, type Vault, type VaultProcess } from '../vault/client.ts'
import type { NativeModuleProof } from '../vault/keychain/native-module-proof.ts'
import { builtInProfile } from './installation/built-in-profile.ts'
import { installationIdIn } from './installation/installation-id.ts'
import type { BuiltPaths, DataPaths } from './installation/paths.ts'
import { teamsOnDemand } from './teams-on-demand.ts'

/** The default time that a request to the built-in gateway is in progress. */
const usualProcessingMs = 2_000

export interface RunningServices {
  readonly services: Ports
  readonly vault: Vault
  /** Ends all modules within 2 s, even if the keychain or the disk hangs. */
  readonly end: () => Promise<void>
}

export interface ServiceSources {
  readonly data: DataPaths
  readonly built: BuiltPaths
  /** The open journal. Nothing is started without it. */
  readonly journal: RunningJournal
  readonly version: string
  /** Creates the desk's access to the computer, which uses the other modules to check the installation. */
  readonly createSystem: (services: Omit<Ports, 'system'>) => System
  readonly issuerPages: IssuerPages
  readonly log: Log
  readonly forkVault: () => VaultProcess
  /** `none`: secrets are stored for this run only, whatever keychain the system has. */
  readonly keychain: 'system' | 'none'
  /** Processing time of the built-in gateway; null for `usualProcessingMs`. */
  readonly processingMs: number | null
  readonly nativeModuleProof: NativeModuleProof
  readonly resolveProxy: (url: string) => Promise<string>
}

/** Starts the modules except the journal. Throws only for a defect or a broken disk. */
export function startServices(sources: ServiceSources): RunningServices {
  const { data, built, journal, log } = sources
  const vault = startVault({
    fork: sources.forkVault,
    installationId: installationIdIn(data.installationId),
    markerFile: data.vaultMarker,
    logFolder: data.logs,
    keychain: sources.keychain,
    nativeModuleProof: sources.nativeModuleProof,
  })
  const gateway = createGatewayClient({
    resolveProxy: sources.resolveProxy, userAgent: `GatewayConsole/${sources.version}`,
  })
  const profiles = openProfiles({
    filePath: data.profiles,
    firstProfile: builtInProfile,
    newId: () => randomUUID() as ProfileId,
  })
  const settings = openSettings({ filePath: data.settings })
  const membership = openMembership({ filePath: data.team })
  // Generated at each start, and used only for the built-in gateway.
  const sandboxSecret = randomBytes(20).toString('hex')
  const sandbox = createSandbox({
    workerPath: built.sandbox,
    options: {
      ledgerPath: data.sandboxLedger,
      productWord: builtInProductWord(profiles),
      merchantControl: sandboxSecret,
      publicKeyPem: null,
      port: 0,
      processingMs: sources.processingMs ?? usualProcessingMs,
    },
    onDefect: (error) => { log.error('sandbox-defect', describeError(error)) },
  })
  const otherDesks = createOtherDesksClient({
    workerPath: built.journal, filePath: data.otherDesks, logFolder: data.logs,
    onDefect: (error) => { log.error('copied-logs-defect', describeError(error)) },
  })
  const diagnosis = createDiagnosis({ workerPath: built.inspector })
  const tables = createTables({ workerPath: built.tables })
  const reconcile = createReconcile({ workerPath: built.reconcile, folder: data.reconcile })
  const services: Omit<Ports, 'system'> = {
    vault: lockable(vault), profiles, journal: journal.port, otherDesks, gateway, sandbox, settings, diagnosis,
    tables, reconcile, sandboxSecret, membership, newestFile: openNewestFile({ filePath: data.newest }),
    keptColumns: openKeptColumns({ filePath: data.keptColumns }), teams: teamsOnDemand(),
    issuerPages: sources.issuerPages,
    log: (event, fields) => { log.info(event, fields) },
  }
  return {
    services: { ...services, system: sources.createSystem(services) },
    vault,
    async end() {
      await Promise.allSettled([
        sandbox.stop(), gateway.close(), journal.end(), otherDesks.end(), vault.end(), diagnosis.end(),
        tables.end(), reconcile.end(),
      ])
    },
  }
}

/** Adds the controls of main to the vault's port. The port is a proxy, so it is the prototype and not copied. */
function lockable(vault: Vault): LockableVault {
  const own = { lock: () => vault.lock(), unlock: () => vault.unlock() }
  return Object.assign(Object.create(vault.port) as Vault['port'], own)
}

function builtInProductWord(profiles: ProfilesPort): string {
  return profiles.list().find(({ gateway }) => gateway.kind === 'built-in')?.productWord
    ?? builtInProfile.productWord
}
