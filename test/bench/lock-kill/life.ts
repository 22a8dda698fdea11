/** One life of a vault, in a process that dies in the middle of what it was told to do. */
import { createVault } from '../../../electron/vault/vault.ts'
import { countedKeychain, openWholeKeychain } from './dying-keychain.ts'
import { actions, littleWork, type ToLife } from './messages.ts'

process.on('message', (message: ToLife) => { void live(message) })

async function live({ folder, action, death, pem }: ToLife): Promise<void> {
  const keychain = countedKeychain(openWholeKeychain(folder), (write) =>
    death.kind === 'at-write' && write === death.write ? death.cut : null)
  const port = createVault({
    keychain, keychainName: 'test', wasInstalled: () => true, nativeModulePath: () => '', work: littleWork,
  })
  process.send?.('begins')
  await actions[action](port, pem)
  process.send?.('done')
}
