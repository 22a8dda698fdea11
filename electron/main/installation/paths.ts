import { join } from 'node:path'

/** The paths of this installation's files. */
export interface DataPaths {
  readonly userData: string
  readonly logs: string
  readonly journal: string
  /** Copies of other desks' records. */
  readonly otherDesks: string
  readonly profiles: string
  readonly settings: string
  readonly newest: string
  readonly keptColumns: string
  /** The progress of the audit trail in the file for a collector. */
  readonly auditPosition: string
  readonly team: string
  /** The folder of statements that were compared. */
  readonly reconcile: string
  readonly sandboxLedger: string
  readonly installationId: string
  /** The vault's record that it used the keychain before. */
  readonly vaultMarker: string
}

/** The paths of the built entries. */
export interface BuiltPaths {
  readonly vault: string
  readonly journal: string
  readonly sandbox: string
  readonly inspector: string
  readonly tables: string
  readonly reconcile: string
  readonly preload: string
  readonly page: string
}

/** The paths of the built entries, from the folder of main's entry. */
export function builtPaths(mainFolder: string): BuiltPaths {
  return {
    vault: join(mainFolder, 'vault.cjs'),
    journal: join(mainFolder, 'journal.cjs'),
    sandbox: join(mainFolder, 'sandbox.cjs'),
    inspector: join(mainFolder, 'inspector.cjs'),
    tables: join(mainFolder, 'tables.cjs'),
    reconcile: join(mainFolder, 'reconcile.cjs'),
    preload: join(mainFolder, '../preload/index.cjs'),
    page: join(mainFolder, '../renderer'),
  }
}

/**
 * The folder of this installation's data, absolute: the folder that the system reserves for it, unless one is named.
 */
export function userDataFolder({ named, localAppData, platform, name, home, proposed }: {
  /** SECURITY: null in a package: with another folder the open outcomes would be missing. */
  named: string | null
  localAppData: string | undefined
  platform: NodeJS.Platform
  name: string
  home: string
  /** Electron's choice. */
  proposed: string
}): string {
  if (named !== null) return named
  // Electron proposes the roaming folder. It may be on a network drive, where the journal's write-ahead log fails.
  if (platform === 'win32') return join(localAppData ?? join(home, 'AppData', 'Local'), name)
  return proposed
}

/** The paths in the data folder. */
export function dataPaths(userData: string): DataPaths {
  return {
    userData,
    logs: join(userData, 'logs'),
    journal: join(userData, 'journal.sqlite'),
    otherDesks: join(userData, 'other-desks.sqlite'),
    profiles: join(userData, 'profiles.json'),
    settings: join(userData, 'settings.json'),
    newest: join(userData, 'newest.json'),
    keptColumns: join(userData, 'columns.json'),
    auditPosition: join(userData, 'audit-position.json'),
    team: join(userData, 'team.json'),
    reconcile: join(userData, 'reconcile'),
    sandboxLedger: join(userData, 'sandbox'),
    installationId: join(userData, 'installation-id'),
    vaultMarker: join(userData, 'vault-installed'),
  }
}
