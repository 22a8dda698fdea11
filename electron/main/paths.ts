import { join, resolve } from 'node:path'

/** Where everything of this installation lies. */
export interface DataPaths {
  readonly userData: string
  readonly logs: string
  readonly journal: string
  readonly profiles: string
  readonly settings: string
  readonly sandboxLedger: string
  readonly installationId: string
  /** The vault's sign that it used the keychain before. */
  readonly vaultMarker: string
}

/** What was built, as `index.ts` finds it beside itself. */
export interface BuiltPaths {
  readonly vault: string
  readonly journal: string
  readonly sandbox: string
  readonly diagnosis: string
  readonly preload: string
  readonly page: string
}

/**
 * The folder of this installation's data, absolute: the system's own for applications, or in a run from source the one
 * that the environment names (a relative path counts from the folder the application was started in).
 */
export function userDataFolder({ packaged, environment, platform, name, home, proposed }: {
  packaged: boolean
  environment: { readonly [name: string]: string | undefined }
  platform: NodeJS.Platform
  name: string
  home: string
  /** Electron's choice. */
  proposed: string
}): string {
  // SECURITY: an installed application whose data somebody else put elsewhere would not know its open outcomes.
  const named = packaged ? undefined : environment.GATEWAY_CONSOLE_USER_DATA
  // Electron refuses a relative path by an exception, before anything could be said about it.
  if (named !== undefined && named !== '') return resolve(named)
  // Electron chooses the roaming folder, which may lie on a network drive: the journal's write-ahead log fails there.
  if (platform === 'win32') return join(environment.LOCALAPPDATA ?? join(home, 'AppData', 'Local'), name)
  return proposed
}

/** The files within the folder of the data. */
export function dataPaths(userData: string): DataPaths {
  return {
    userData,
    logs: join(userData, 'logs'),
    journal: join(userData, 'journal.sqlite'),
    profiles: join(userData, 'profiles.json'),
    settings: join(userData, 'settings.json'),
    sandboxLedger: join(userData, 'sandbox'),
    installationId: join(userData, 'installation-id'),
    vaultMarker: join(userData, 'vault-installed'),
  }
}
