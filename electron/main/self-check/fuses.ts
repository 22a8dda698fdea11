/** Reads the fuses of this program: switches that packaging sets in Electron's binary. */
import { join } from 'node:path'
import type { FuseV1Options } from '@electron/fuses'
import type { CheckLine } from '#shared/model/application/app.ts'

/** The mark of Electron in the binary. A version byte, a count byte and one character per fuse follow it. */
const sentinel = 'dL7pKGdnNz796PbbjQWNKmHXBZaB9tsX'
const wireVersion = 1

type FuseName = Extract<keyof typeof FuseV1Options, string>

interface Decision<Name extends FuseName> {
  /** The index of the fuse's character. */
  readonly place: (typeof FuseV1Options)[Name]
  readonly on: boolean
  readonly reason: string
}

/** The decision about every fuse of Electron. A new fuse of Electron does not compile until it is decided here. */
export const fuseDecisions: { readonly [Name in FuseName]: Decision<Name> } = {
  RunAsNode: {
    place: 0, on: false, reason: 'the program would run any script with the keychain\'s trust in this application',
  },
  EnableCookieEncryption: {
    place: 1, on: false, reason: 'no session with cookies reaches the disk, and its key would be one more keychain entry',
  },
  EnableNodeOptionsEnvironmentVariable: {
    place: 2, on: false, reason: 'the environment would load code into main, or authorities that main would trust',
  },
  EnableNodeCliInspectArguments: {
    place: 3, on: false, reason: 'a debugger in main reads what goes to the vault',
  },
  EnableEmbeddedAsarIntegrityValidation: {
    place: 4, on: true, reason: 'a changed archive must not run',
  },
  OnlyLoadAppFromAsar: {
    place: 5, on: true, reason: 'a folder beside the archive would run in its place, unchecked',
  },
  LoadBrowserProcessSpecificV8Snapshot: {
    place: 6, on: false, reason: 'there is no snapshot of our own; a file of that name would be loaded as code',
  },
  GrantFileProtocolExtraPrivileges: {
    place: 7, on: false, reason: 'no page is loaded from a file',
  },
  WasmTrapHandlers: {
    place: 8, on: true, reason: 'as Electron sets it: the HTTP client parses replies in WebAssembly, checked by traps',
  },
}

/** The file that holds the fuses of this program. */
export function fuseFile(program: string, platform: NodeJS.Platform): string {
  if (platform !== 'darwin') return program
  return join(program, '..', '..', 'Frameworks', 'Electron Framework.framework', 'Electron Framework')
}

/** Checks that every fuse has its packaged value. A universal program on macOS has two sets of fuses. */
export function fuseLine(binary: Buffer): CheckLine {
  const id = 'fuses'
  const sets: string[] = []
  for (let at = binary.indexOf(sentinel); at !== -1; at = binary.indexOf(sentinel, at + 1)) {
    const start = at + sentinel.length
    if (binary[start] === wireVersion) {
      sets.push(binary.toString('latin1', start + 2, start + 2 + (binary[start + 1] ?? 0)))
    }
  }
  if (sets.length === 0) return { id, result: 'bad', detail: 'This program has no fuses: it is not a packed Electron.' }
  const wrong = Object.entries(fuseDecisions)
    .filter(([, { place, on }]) => sets.some((characters) => characters[place] !== (on ? '1' : '0')))
  return wrong.length === 0
    ? { id, result: 'good', detail: 'Every fuse of the program is set as it was packed.' }
    : { id, result: 'bad', detail: `Fuses that are not set as they were packed: ${wrong.map(([name]) => name).join(', ')}.` }
}
