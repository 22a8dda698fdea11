// Where a window in a browser keeps its data: never with an installed application, and one folder for each desk.
import { homedir } from 'node:os'
import { join, resolve } from 'node:path'

/**
 * The folder for the browser's data and the stand-in's. It lies in `GATEWAY_CONSOLE_USER_DATA` if that is set: two
 * windows with the same browser data cannot be open at once.
 */
export function dataFolder(platform: NodeJS.Platform, env: NodeJS.ProcessEnv): string {
  const name = 'gateway-console-stand-in'
  if (env.GATEWAY_CONSOLE_USER_DATA) return join(resolve(env.GATEWAY_CONSOLE_USER_DATA), name)
  if (platform === 'win32') return join(env.LOCALAPPDATA ?? join(homedir(), 'AppData', 'Local'), name)
  if (platform === 'darwin') return join(homedir(), 'Library', 'Application Support', name)
  return join(env.XDG_CONFIG_HOME ?? join(homedir(), '.config'), name)
}
