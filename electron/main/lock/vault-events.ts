import type { DeskControl, Emit } from '../../desk/services.ts'
import type { Vault } from '../../vault/client.ts'

/**
 * Notifies the page when the keychain waits for the person, and no longer waits. A vault that crashed lost the secrets
 * of this run, so the desk is locked.
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
