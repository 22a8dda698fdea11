import { existsSync, writeFileSync } from 'node:fs'
import { failed, success, type Result } from '#shared/result.ts'
import { serialQueue } from '../../common/processes/serial-queue.ts'
import { maxEntryBytes, maxNameLength, type Keychain, type KeychainAnswer, type KeychainFailure } from './keychain.ts'
import type { NativeEntries } from './native-entries.ts'

/** The entry that distinguishes an empty keychain from a lost one. */
export const canaryName = 'canary'
/** The entry that holds a page of the index. */
export const pageName = (page: number) => `index-${page}`

const doubtful = (what: string): Result<never, KeychainFailure> => failed({
  code: 'keychain-doubtful',
  detail: `${what} Nothing was changed or created. Log in as the user who set up Gateway Console, and unlock or restore `
    + 'the keychain. If it was emptied on purpose: close Gateway Console, delete the file "vault-installed" in its data '
    + 'folder, start it and enter keys and control secrets again.',
})

/** The next step if the keychain still has entries that can no longer be read: they prevent a new set-up. */
export const restoreOrEmpty = 'Nothing was changed. Restore the keychain from a backup. If there is none: close Gateway Console, '
  + 'delete all its entries ("Gateway Console …") from the keychain, and the file "vault-installed" from its data folder. '
  + 'Then start it and enter keys and control secrets again.'

const listLost = failed({
  code: 'keychain-doubtful', detail: `The keychain has lost the list of its entries, or a part of it. ${restoreOrEmpty}`,
} as const)

/**
 * Creates a `Keychain` over the operating system's keychain that distinguishes lost from empty.
 * A canary entry is written once, then the file `markerFile`. From then on a missing entry counts as absent only if the
 * canary is readable at the same time; the file distinguishes a first run from a loss. The names of all entries are
 * stored in index pages, since the pinned store cannot list. A name is added to the index before its entry is written
 * and removed after its entry is deleted: an interrupted update may leave a name without an entry, never an entry
 * without a name.
 */
export function createSystemKeychain({ entries, installationId, markerFile }: {
  entries: NativeEntries
  installationId: string
  markerFile: string
}): Keychain {
  const canary = Buffer.from(`Gateway Console ${installationId}`)
  /** The names in each index page; undefined until the keychain was opened. */
  let pages: string[][] | undefined
  /** One call at a time: no other call may come between reading, changing and writing the index. */
  const inTurn = serialQueue()

  const checkCanary = async (): KeychainAnswer<null> => {
    const read = await entries.get(canaryName)
    if (!read.ok) return read
    if (read.value === null) return doubtful('The keychain does not contain the entries that Gateway Console stored in it.')
    return read.value.equals(canary) ? success(null) : doubtful('The keychain contains entries of another installation.')
  }

  const writeAndCompare = async (name: string, value: Buffer): KeychainAnswer<null> => {
    const written = await entries.set(name, value)
    if (!written.ok) return written
    const read = await entries.get(name)
    if (!read.ok) return read
    const same = read.value?.equals(value) === true
    read.value?.fill(0)
    return same ? success(null) : doubtful('The keychain did not store what was written to it.')
  }

  const writePage = (page: number, all: string[][]) =>
    writeAndCompare(pageName(page), encodePage({ pages: all.length, names: all[page] ?? [] }))

  /** Writes an index page. A write that failed may have happened anyway, so all pages are read again after it. */
  const changePage = async (page: number, all: string[][]): KeychainAnswer<null> => {
    const written = await writePage(page, all)
    if (!written.ok) pages = undefined
    return written
  }

  const readPages = async (): KeychainAnswer<string[][] | null> => {
    const all: string[][] = []
    let count = 1
    for (let page = 0; page < count; page++) {
      const read = await entries.get(pageName(page))
      if (!read.ok) return read
      if (read.value === null && page === 0) return success(null)
      const decoded = read.value === null ? null : decodePage(read.value)
      if (decoded === null) return listLost
      if (page === 0) count = decoded.pages
      all.push(decoded.names)
    }
    return success(all)
  }

  const install = async (): KeychainAnswer<string[][]> => {
    const written = await writeAndCompare(canaryName, canary)
    if (!written.ok) return written
    const found = await readPages()
    if (!found.ok) return found
    if (found.value !== null) return success(found.value)
    const index = await writePage(0, [[]])
    return index.ok ? success([[]]) : index
  }

  const opened = async (): KeychainAnswer<string[][]> => {
    if (pages !== undefined) return success(pages)
    const wasInstalled = existsSync(markerFile)
    const read = await entries.get(canaryName)
    if (!read.ok) return read
    if (read.value === null && !wasInstalled) {
      const fresh = await install()
      if (!fresh.ok) return fresh
      pages = fresh.value
    } else {
      const known = await checkCanary()
      if (!known.ok) return known
      const found = await readPages()
      if (!found.ok) return found
      if (found.value === null && wasInstalled) return listLost
      const all = found.value === null ? await install() : success(found.value)
      if (!all.ok) return all
      pages = all.value
    }
    // Without a marker the next loss would look like a first run.
    if (!wasInstalled) {
      try {
        writeFileSync(markerFile, `${installationId}\n`, { mode: 0o600 })
      } catch {
        pages = undefined
        return doubtful('The data folder of Gateway Console cannot be written.')
      }
    }
    return success(pages)
  }

  const addName = async (name: string, all: string[][]): KeychainAnswer<null> => {
    if (all.some((page) => page.includes(name))) return success(null)
    const free = all.findIndex((page) => encodePage({ pages: 999, names: [...page, name] }).length <= maxEntryBytes)
    const target = free === -1 ? all.length : free
    const next = all.map((page, number) => number === target ? [...page, name] : page)
    if (free === -1) next.push([name])
    const written = await changePage(target, next)
    if (!written.ok) return written
    // A new page counts only once the first page lists it.
    const counted = free === -1 ? await changePage(0, next) : success(null)
    if (counted.ok) pages = next
    return counted
  }

  const removeName = async (name: string, all: string[][]): KeychainAnswer<null> => {
    const target = all.findIndex((page) => page.includes(name))
    if (target === -1) return success(null)
    const next = all.map((page, number) => number === target ? page.filter((other) => other !== name) : page)
    const written = await changePage(target, next)
    if (written.ok) pages = next
    return written
  }

  return {
    get: (name) => inTurn(async () => {
      const all = await opened()
      if (!all.ok) return all
      const read = await entries.get(name)
      if (!read.ok || read.value !== null) return read
      // SECURITY: the entry is also missing from an exchanged or emptied keychain; a new key would hide that.
      const intact = await checkCanary()
      return intact.ok ? success(null) : intact
    }),
    set: (name, value) => inTurn(async () => {
      if (name.length > maxNameLength || value.length > maxEntryBytes) throw new RangeError('an entry is too large')
      const all = await opened()
      if (!all.ok) return all
      const intact = await checkCanary()
      if (!intact.ok) return intact
      const named = await addName(name, all.value)
      return named.ok ? writeAndCompare(name, value) : named
    }),
    delete: (name) => inTurn(async () => {
      const all = await opened()
      if (!all.ok) return all
      const intact = await checkCanary()
      if (!intact.ok) return intact
      const deleted = await entries.delete(name)
      if (!deleted.ok) return deleted
      const unnamed = await removeName(name, all.value)
      return unnamed.ok ? deleted : unnamed
    }),
    list: () => inTurn(async () => {
      const all = await opened()
      if (!all.ok) return all
      const intact = await checkCanary()
      return intact.ok ? success(all.value.flat()) : intact
    }),
  }
}

const encodePage = (page: { pages: number; names: string[] }) => Buffer.from(JSON.stringify(page))

function decodePage(bytes: Buffer): { pages: number; names: string[] } | null {
  try {
    const page: unknown = JSON.parse(bytes.toString())
    if (typeof page !== 'object' || page === null || !('pages' in page) || !('names' in page)) return null
    if (typeof page.pages !== 'number' || !Array.isArray(page.names)) return null
    const names = page.names.filter((name) => typeof name === 'string')
    return names.length === page.names.length ? { pages: page.pages, names } : null
  } catch {
    return null
  }
}
