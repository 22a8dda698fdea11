/**
 * True for a path to another computer on Windows: `\\server\share`, `//server/share`, `\\?\UNC\…` and other device
 * paths. SECURITY: opening one sends the person's login to that computer, so it is opened only after confirmation.
 */
export function isNetworkPath(path: string): boolean {
  return /^[\\/]{2}/.test(path)
}
