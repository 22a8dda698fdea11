/**
 * Entry of the vault's process. In Electron it is a utility process and uses `process.parentPort`; started by
 * `child_process.fork` it uses Node's channel (with `serialization: 'advanced'`). The first message is `{ configure:
 * VaultConfiguration }`; then the calls of `VaultPort` follow (`common/processes/rpc.ts`). After `{ remove }` it only
 * removes an installation's entries. Main kills the process to end it.
 */
import '../common/files/owner-umask.ts'
import { existsSync } from 'node:fs'
import { installFatalHandlers } from '../common/processes/fatal.ts'
import { createLog, describeError, silentLog, type Log } from '../common/processes/log.ts'
import { serve, type Channel } from '../common/processes/rpc.ts'
import type { Keychain } from './keychain/keychain.ts'
import { createMissingKeychain } from './keychain/missing-keychain.ts'
import { nativeModulePath, openNativeEntries, type NativeEntries } from './keychain/native-entries.ts'
import { keychainName, switchedOff } from './keychain/native-failure.ts'
import { removeInstallation } from './keychain/remove-installation.ts'
import { createSystemKeychain } from './keychain/system-keychain.ts'
import { isConfigure, isRemove, type Removed, type VaultConfiguration, type Waiting } from './messages.ts'
import { connectToMain } from './parent-port.ts'
import type { VaultPort } from './port.ts'
import { createVault } from './vault.ts'

let file: Log = silentLog

// SECURITY: an error's message may contain the value to be stored, so the vault's log accepts no messages.
const log: Log = {
  info: (event, fields) => { file.info(event, { ...fields, message: undefined }) },
  warn: (event, fields) => { file.warn(event, { ...fields, message: undefined }) },
  error: (event, fields) => { file.error(event, { ...fields, message: undefined }) },
}

installFatalHandlers({ module: 'vault', log, exit: (code) => process.exit(code) })

const channel = connectToMain()
let started = false
channel.onMessage((message) => {
  if (started) return
  started = isConfigure(message) || isRemove(message)
  if (isConfigure(message)) start(channel, message.configure)
  else if (isRemove(message)) void remove(channel, message.remove)
})

function start(main: Channel, configuration: VaultConfiguration): void {
  file = createLog({ folder: configuration.logFolder, module: 'vault' })
  log.info('vault-started', { state: configuration.keychain, platform: process.platform })
  const vault = createVault({
    keychain: openKeychain(main, configuration),
    keychainName: keychainName(process.platform, process.env.XDG_CURRENT_DESKTOP),
    wasInstalled: () => configuration.keychain === 'system' && existsSync(configuration.markerFile),
    nativeModulePath,
  })
  serve(main, withoutDetails(vault), () => {
    // `withoutDetails` has logged it, with the name of the method.
  })
}

function openKeychain(main: Channel, configuration: VaultConfiguration): Keychain {
  if (configuration.keychain === 'none') return createMissingKeychain(switchedOff)
  const entries = openEntries(main, configuration)
  return createSystemKeychain({ ...configuration, entries })
}

async function remove(main: Channel, configuration: VaultConfiguration): Promise<void> {
  const entries = openEntries(main, configuration)
  const keychain = createSystemKeychain({ ...configuration, entries })
  const done = await removeInstallation({ keychain, entries, wasInstalled: existsSync(configuration.markerFile) })
  main.post({ removed: done.ok } satisfies Removed)
}

function openEntries(main: Channel, { installationId, nativeModuleProof, times }: VaultConfiguration): NativeEntries {
  return openNativeEntries({
    service: `Gateway Console ${installationId}`,
    proof: nativeModuleProof,
    times,
    onWaiting: (keychainWaiting) => {
      log.info('keychain-waiting', { state: keychainWaiting ? 'waiting' : 'answered' })
      main.post({ keychainWaiting } satisfies Waiting)
    },
  })
}

// SECURITY: an unexpected exception may contain a secret, so only the name of the method leaves the process.
function withoutDetails(vault: VaultPort): VaultPort {
  const methods: [string, (argument: never) => Promise<unknown>][] = Object.entries({ ...vault })
  const guarded = methods.map(([name, method]) => [name, async (argument: never): Promise<unknown> => {
    try {
      return await method(argument)
    } catch (error) {
      log.error('vault-defect', { ...describeError(error), operation: name })
      throw new Error(`The vault failed in ${name}.`)
    }
  }])
  return Object.fromEntries(guarded) as VaultPort
}
