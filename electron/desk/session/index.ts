/** The run of the application: how the desk starts, what it does around a lock, and how it ends. */
import { success } from '#shared/result.ts'
import type { CallsOf } from '../calls.ts'
import type { Services } from '../services.ts'
import type { Lifecycle } from './lifecycle.ts'

export { lifecycle, type Lifecycle } from './lifecycle.ts'

/** The calls about the application and its vault. */
export function sessionCalls({ system }: Pick<Services, 'system'>, lifecycle: Lifecycle): CallsOf<'app' | 'vault'> {
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

    'vault.describe': async () => success(await lifecycle.vaultState()),
  }
}
