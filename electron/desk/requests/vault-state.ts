import type { VaultState } from '#shared/model/application/app.ts'
import type { Services } from '../services.ts'

/** The vault as the page shows it: how much it keeps and where, locked, or why it cannot answer. */
export async function vaultState({ vault }: Pick<Services, 'vault'>): Promise<VaultState> {
  const described = await vault.describe()
  if (described.ok) return { state: 'open', ...described.value }
  const { failure } = described
  return failure.code === 'vault-locked' ? { state: 'locked' } : { state: 'failed', failure }
}
