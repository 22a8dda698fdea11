/**
 * True for a path that leads to another computer on Windows: `\\server\share`, `//server/share`, `\\?\UNC\…` and other
 * device paths. SECURITY: opening one sends the person's login there, so no such path is opened unasked.
 */
export function isNetworkPath(path: string): boolean {
  return /^[\\/]{2}/.test(path)
}
