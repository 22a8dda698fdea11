/** Runs the full check with this program, its own utility process and a temporary folder. */
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { app, utilityProcess } from 'electron'
import { withoutOtherLibraries } from '../../vault/keychain/library-environment.ts'
import { nativeModuleProof, type NativeModuleProof } from '../../vault/keychain/native-module-proof.ts'
import { removeKeychainEntries } from '../../vault/remove-keychain-entries.ts'
import { checkedData, trialMarker } from '../command-line/self-check-mode.ts'
import { installationIdIn } from '../installation/installation-id.ts'
import type { BuiltPaths, DataPaths } from '../installation/paths.ts'
import { print } from './print.ts'

/** Creates the folder of a full check, which is removed when this process ends. */
export function trialFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'gateway-console-check-'))
  process.on('exit', () => {
    try {
      rmSync(folder, { recursive: true, force: true })
    } catch {
      // Windows keeps files that Electron still has open; none of them belongs to the check.
    }
  })
  return folder
}

/** The data folder on the command line; null unless it is the folder of a full check. */
export function trialDataFolder(argv: readonly string[]): string | null {
  const named = checkedData(argv)
  return named !== null && isTrialFolder(named) ? named : null
}

/** SECURITY: a run that charges automatically accepts only the data folder of a full check. */
export function isTrialFolder(userData: string): boolean {
  return existsSync(join(userData, trialMarker))
}

/** Runs the full check and ends the application with 0 only if every line is `good`. */
export async function runTrial({ folder, built, fromSource }: {
  folder: string
  built: BuiltPaths
  fromSource: boolean
}): Promise<void> {
  await app.whenReady()
  const { runFullCheck } = await import('./full-check.ts')
  const allGood = await runFullCheck({
    folder,
    program: app.getPath('exe'),
    programArguments: fromSource ? [app.getAppPath()] : [],
    packaged: !fromSource,
    removeEntries: (data) => removeEntries(built, data, nativeModuleProof(!fromSource, process.platform)),
    print,
  })
  app.exit(allGood ? 0 : 1)
}

function removeEntries(built: BuiltPaths, data: DataPaths, proof: NativeModuleProof): Promise<boolean> {
  const fork = () => utilityProcess.fork(built.vault, [], {
    serviceName: 'Gateway Console vault', env: withoutOtherLibraries(process.env),
  })
  return removeKeychainEntries(fork, {
    installationId: installationIdIn(data.installationId),
    markerFile: data.vaultMarker,
    logFolder: data.logs,
    nativeModuleProof: proof,
  })
}
