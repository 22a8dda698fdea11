/** The system's code of a failed file operation, such as `ENOSPC`; null when the error carries none. */
export function codeOf(error: unknown): string | null {
  const code: unknown = error instanceof Error ? Reflect.get(error, 'code') : null
  return typeof code === 'string' ? code : null
}

/** Why a file cannot be used, as half a sentence for people. Its path, which may name the person, is not included. */
export function reasonOf(error: unknown): string {
  switch (codeOf(error)) {
    case 'ENOSPC':
    case 'EDQUOT': return 'the disk is full'
    case 'EACCES':
    case 'EPERM': return 'permission denied'
    case 'EROFS': return 'the disk is read-only'
    case 'ENOENT': return 'the folder is missing'
    default: return `error ${codeOf(error) ?? 'of the disk'}`
  }
}
