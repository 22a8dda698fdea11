/** Entry of the killed process: a vault, which is killed in the middle of its action. */
import { createVault } from '../../../../electron/vault/vault.ts'
import { send, serve } from '../serve.ts'
import { actions, littleWork, type FromVault, type ToVault } from './actions.ts'
import { countedKeychain, openWholeKeychain } from './dying-keychain.ts'

serve<ToVault>(async ({ folder, action, death, pem }) => {
  const keychain = countedKeychain(openWholeKeychain(folder), (write) =>
    death.kind === 'at-write' && write === death.write ? death.cut : null)
  const port = createVault({
    keychain, keychainName: 'test', wasInstalled: () => true, nativeModulePath: () => '', work: littleWork,
  })
  send<FromVault>({ kind: 'acting' })
  await actions[action](port, pem)
  send<FromVault>({ kind: 'idle' })
})
