import { randomBytes } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'

const shape = /^[0-9a-f]{32}$/

/**
 * The random id of this installation, generated and stored in `file` at the first start. Throws if the file cannot be
 * read or written, or has invalid content: with a new id, no keychain entry of the old one would be found.
 */
export function installationIdIn(file: string): string {
  const kept = read(file)
  if (kept !== null) {
    if (!shape.test(kept)) throw new Error('The file installation-id does not hold an installation id.')
    return kept
  }
  const created = randomBytes(16).toString('hex')
  writeFileSync(file, created, { flag: 'wx', mode: 0o600 })
  return created
}

function read(file: string): string | null {
  try {
    return readFileSync(file, 'utf8').trim()
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null
    throw error
  }
}
