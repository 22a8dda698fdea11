/** Reads the parts of an XLSX file, which is a ZIP archive, within limits of expansion. */
import { unzipSync, type UnzipFileInfo } from 'fflate'
import { Refusal } from '../raw-table.ts'

/** A sheet of 100,000 rows with 20 columns has 100 MB; an archive of 50 MB can expand to 50 GB. */
const mostExpanded = 256 * 1024 * 1024

/** True for the first bytes of a ZIP archive. */
export function isArchive(bytes: Uint8Array): boolean {
  return startsWith(bytes, [0x50, 0x4b, 0x03, 0x04])
}

/** True for the container format of encrypted workbooks and of workbooks from before 2007. */
export function isCompoundFile(bytes: Uint8Array): boolean {
  return startsWith(bytes, [0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1])
}

/** The name of the part with an encrypted workbook. */
const encryptedPart = Buffer.from('EncryptedPackage', 'utf16le')

/** Refuses such a file with the right reason. */
export function refuseCompoundFile(bytes: Uint8Array): never {
  const isEncrypted = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).includes(encryptedPart)
  throw new Refusal(isEncrypted ? 'encrypted' : 'not-a-workbook')
}

/** Reads the text of a part by its path; null if there is none. */
export type ReadPart = (path: string) => string | null

/** Opens an archive. Refuses macros, encrypted parts, and parts that expand too far, before expanding anything. */
export function openArchive(bytes: Uint8Array): ReadPart {
  const sizes = new Map<string, number>()
  expand(bytes, ({ name, originalSize }) => {
    // Of two entries with the same path, both would be expanded.
    sizes.set(pathOf(name), (sizes.get(pathOf(name)) ?? 0) + originalSize)
    return false
  })
  if (sizes.has('EncryptedPackage')) throw new Refusal('encrypted')
  if ([...sizes.keys()].some((path) => /vbaProject|(?:^|\/)macrosheets\//i.test(path))) throw new Refusal('macros')
  let left = mostExpanded
  return (path) => {
    const size = sizes.get(path)
    if (size === undefined) return null
    left -= size
    if (left < 0) throw new Refusal('expands-too-far', mostExpanded)
    // A part never has more bytes than its entry states: the library does not write beyond them.
    const found = Object.values(expand(bytes, ({ name }) => pathOf(name) === path))[0]
    return found === undefined ? null : new TextDecoder().decode(found)
  }
}

function expand(bytes: Uint8Array, filter: (entry: UnzipFileInfo) => boolean): Record<string, Uint8Array> {
  try {
    return unzipSync(bytes, { filter })
  } catch (error) {
    if (error instanceof Refusal) throw error
    throw new Refusal('not-a-workbook')
  }
}

/** Some programs write backslashes, or a slash before the path. */
function pathOf(name: string): string {
  return name.replaceAll('\\', '/').replace(/^\//, '')
}

function startsWith(bytes: Uint8Array, signature: readonly number[]): boolean {
  return signature.every((byte, index) => bytes[index] === byte)
}
