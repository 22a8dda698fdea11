/** Reads back the fuses of the program that runs: switches that packing sets in Electron's binary. */
import { join } from 'node:path'
import type { FuseV1Options } from '@electron/fuses'
import type { CheckLine } from '#shared/model/application/app.ts'

/** Electron's mark in the binary; version, count and one character a fuse follow it. */
const sentinel = 'dL7pKGdnNz796PbbjQWNKmHXBZaB9tsX'
const wireVersion = 1

type FuseName = Extract<keyof typeof FuseV1Options, string>

interface Decision<Name extends FuseName> {
  /** Its place in the wire. */
  readonly place: (typeof FuseV1Options)[Name]
  readonly on: boolean
  readonly reason: string
}

/** Every fuse of Electron with its decision; a fuse of a new Electron is an error here until it is decided. */
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
  const wrong = Object.entries(fuseDecisions)
    .filter(([, { place, on }]) => wires.some((wire) => wire[place] !== (on ? '1' : '0')))
  return wrong.length === 0
    ? { id, result: 'good', detail: 'Every fuse of the program is set as it was packed.' }
    : { id, result: 'bad', detail: `Fuses that are not set as they were packed: ${wrong.map(([name]) => name).join(', ')}.` }
}
