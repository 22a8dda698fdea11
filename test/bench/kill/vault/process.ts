/** Entry of the process that is killed: a vault, which dies in the middle of what it is to do. */
import { createVault } from '../../../../electron/vault/vault.ts'
import { say, serve } from '../serve.ts'
import { actions, littleWork, type FromVault, type ToVault } from './actions.ts'
import { countedKeychain, openWholeKeychain } from './dying-keychain.ts'

serve<ToVault>(async ({ folder, action, death, pem }) => {
  const keychain = countedKeychain(openWholeKeychain(folder), (write) =>
    death.kind === 'at-write' && write === death.write ? death.cut : null)
  const port = createVault({
    keychain, keychainName: 'test', wasInstalled: () => true, nativeModulePath: () => '', work: littleWork,
  })
  say<FromVault>({ kind: 'acting' })
  await actions[action](port, pem)
  say<FromVault>({ kind: 'idle' })
})
