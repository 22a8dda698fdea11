/** The folders in which the audit file may be. */
import { realpathSync } from 'node:fs'
import { dirname, join, sep } from 'node:path'
import { isNetworkPath } from '../../common/files/network-path.ts'

/** SECURITY: the name is ours, so that no file that a program runs or reads as settings can be chosen. */
const fileName = 'gateway-console-audit.jsonl'

/**
 * The path of the audit file in a folder that a person chose, with its links resolved. Throws where there is no such
 * folder.
 */
export function auditPathIn(folder: string): string {
  return join(isNetworkPath(folder) ? folder : realpathSync(folder), fileName)
}

/**
 * Why no audit file may be at `path`, as half a sentence; null where one may. `ownFolder` is the application's data.
 * Throws where the folder is missing.
 */
export function auditPathProblem(path: string, ownFolder: string): string | null {
  if (isNetworkPath(path)) return 'a folder of another computer is not opened; choose one of this computer'
  const folder = dirname(path)
  // SECURITY: a path that leads elsewhere since the choice is not followed, and the file name stays ours.
  if (realpathSync(folder) !== folder || path !== join(folder, fileName)) return 'a link leads from its folder to another one; choose the folder again'
  // SECURITY: folders with a dot contain files that programs read or run at their start.
  if (folder.split(sep).some((part) => part.startsWith('.'))) return 'a folder in its path begins with a dot; choose another folder'
  // SECURITY: the history and the profiles are in this folder; text must not be appended to them.
  if (`${folder}${sep}`.startsWith(`${realpathSync(ownFolder)}${sep}`)) return 'the folder of the application’s own data takes no audit file'
  return null
}
