/** The run of the application: how the desk starts, what it does around a lock, and how it ends. */
import { success } from '#shared/result.ts'
import type { CallsOf } from '../calls.ts'
import { vaultState } from '../requests/index.ts'
import type { Services } from '../services.ts'

export { lifecycle } from './lifecycle.ts'

/** The calls about the application and its vault. */
export function sessionCalls({ system, vault }: Pick<Services, 'system' | 'vault'>): CallsOf<'app' | 'vault'> {
  return {
    'app.describe': async () => success(system.description),
    'app.copy': async ({ text, lasting }) => {
      await system.copyText(text, lasting === true)
      return success(null)
    },
    'app.badge': async ({ count }) => {
      system.setBadge(count)
      return success(null)
    },
    'app.checkInstallation': async () => success(await system.checkInstallation()),
    'app.thirdParty': async () => success(await system.thirdParty()),

    'vault.describe': async () => success(await vaultState({ vault })),
  }
}
