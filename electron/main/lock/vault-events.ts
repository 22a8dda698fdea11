import type { DeskControl, Emit } from '../../desk/services.ts'
import type { Vault } from '../../vault/client.ts'

/**
 * Notifies the page when the keychain waits for the person. A vault that ended by itself lost this run's secrets: it
 * counts as locked until an unlock.
 */
export function emitVaultState(vault: Vault, control: Pick<DeskControl, 'lock'>, emit: Emit): void {
  let waiting = false
  vault.onChange((state) => {
    if (state.process === 'crashed') void control.lock('vault-ended')
    if (state.keychainWaiting === waiting) return
    waiting = state.keychainWaiting
    emit('keychain.waiting', { waiting })
  })
}
