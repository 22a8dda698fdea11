import type { DeskControl, Emit } from '../../desk/services.ts'
import type { Vault } from '../../vault/client.ts'

/**
 * Tells the page when the keychain waits for the person. A vault that ended by itself took this run's secrets with it:
 * it counts as locked until somebody unlocks.
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
