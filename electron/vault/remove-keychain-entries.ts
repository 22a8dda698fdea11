import { withDeadline } from '../common/processes/deadline.ts'
import { defaultTimes, type VaultProcess } from './client.ts'
import { isRemoved, type Remove, type VaultConfiguration } from './messages.ts'

const limitMs = 60_000

/**
 * Removes every entry of an installation from the keychain, in a separate process, while no vault of it runs. Returns
 * false if some entries may remain. For installations that were created for a check: no call of a page leads here.
 */
export async function removeKeychainEntries(
  fork: () => VaultProcess, configuration: Omit<VaultConfiguration, 'keychain' | 'times'>,
): Promise<boolean> {
  const child = fork()
  const removed = new Promise<boolean>((resolve) => {
    child.on('message', (message) => { if (isRemoved(message)) resolve(message.removed) })
    child.once('exit', () => { resolve(false) })
  })
  const remove = { ...configuration, keychain: 'system', times: defaultTimes } as const
  child.postMessage({ remove } satisfies Remove)
  const done = await withDeadline(removed, limitMs, () => false)
  child.kill()
  return done
}
