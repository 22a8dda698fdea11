/** Reads back the fuses of the program that runs: switches that packing sets in Electron's binary. */
import { join } from 'node:path'
import type { CheckLine } from '#shared/model/app.ts'

/** Electron's mark in the binary; behind it stand version, count and one character a fuse. */
const sentinel = 'dL7pKGdnNz796PbbjQWNKmHXBZaB9tsX'
const wireVersion = 1

/** By the place of the fuse in the wire, as `electron-builder.yml` sets it. */
const expected: readonly { readonly place: number, readonly name: string, readonly state: '0' | '1' }[] = [
  { place: 0, name: 'runAsNode', state: '0' },
  { place: 1, name: 'enableCookieEncryption', state: '0' },
  { place: 2, name: 'enableNodeOptionsEnvironmentVariable', state: '0' },
  { place: 3, name: 'enableNodeCliInspectArguments', state: '0' },
  { place: 4, name: 'enableEmbeddedAsarIntegrityValidation', state: '1' },
  { place: 5, name: 'onlyLoadAppFromAsar', state: '1' },
  { place: 7, name: 'grantFileProtocolExtraPrivileges', state: '0' },
]

/** The file that holds the fuses of this program. */
export function fuseFile(program: string, platform: NodeJS.Platform): string {
  if (platform !== 'darwin') return program
  return join(program, '..', '..', 'Frameworks', 'Electron Framework.framework', 'Electron Framework')
}

/** Whether every fuse is set as packing sets it; of a universal program on macOS, in both halves. */
export function fuseLine(binary: Buffer): CheckLine {
  const id = 'fuses'
  const wires: string[] = []
  for (let at = binary.indexOf(sentinel); at !== -1; at = binary.indexOf(sentinel, at + 1)) {
    const start = at + sentinel.length
    if (binary[start] === wireVersion) {
      wires.push(binary.toString('latin1', start + 2, start + 2 + (binary[start + 1] ?? 0)))
    }
  }
  if (wires.length === 0) return { id, result: 'bad', detail: 'This program has no fuses: it is not a packed Electron.' }
  const wrong = expected.filter(({ place, state }) => wires.some((wire) => wire[place] !== state))
  return wrong.length === 0
    ? { id, result: 'good', detail: 'Every fuse of the program is set as it was packed.' }
    : { id, result: 'bad', detail: `Fuses that are not set as they were packed: ${wrong.map(({ name }) => name).join(', ')}.` }
}
