/** Detects whether the disk that holds the data is encrypted, as far as a user without special rights can. */
import { execFile } from 'node:child_process'
import { join, parse } from 'node:path'
import type { DiskEncryption } from '../../desk/services.ts'
import { linuxDiskEncryption } from './linux.ts'

/** Runs a program of the system. Returns its output, or an empty text if it failed. */
export type RunProgram = (program: string, words: readonly string[]) => Promise<string>

const limitMs = 10_000

const run: RunProgram = (program, words) => new Promise((resolve) => {
  execFile(program, words, { timeout: limitMs, windowsHide: true, encoding: 'utf8' }, (error, output) => {
    resolve(error === null ? output : '')
  })
})

/** Checks the disk of a folder: LUKS, FileVault or BitLocker. Never rejects. */
export async function diskEncryption(
  { folder, platform, systemRoot = 'C:\\Windows' }: {
    folder: string; platform: NodeJS.Platform; systemRoot?: string | undefined
  },
  runProgram: RunProgram = run,
): Promise<DiskEncryption> {
  switch (platform) {
    case 'linux': return linuxDiskEncryption(folder)
    case 'darwin': return fileVault(await runProgram('/usr/bin/fdesetup', ['status']))
    case 'win32': return await bitLocker(folder, systemRoot, runProgram)
    default: return 'unknown'
  }
}

function fileVault(status: string): DiskEncryption {
  if (/^FileVault is On\./m.test(status)) return 'on'
  return /^FileVault is Off\./m.test(status) ? 'off' : 'unknown'
}

/** `manage-bde` needs an administrator; the property behind the Explorer's lock icon does not. */
async function bitLocker(folder: string, systemRoot: string, runProgram: RunProgram): Promise<DiskEncryption> {
  const [drive] = /^[A-Za-z]:/.exec(parse(folder).root) ?? /^[A-Za-z]:/.exec(folder) ?? []
  // SECURITY: only a letter and a colon, so that no part of a path becomes part of the command.
  if (drive === undefined) return 'unknown'
  const program = join(systemRoot, 'System32', 'WindowsPowerShell', 'v1.0', 'powershell.exe')
  const readProtection = `(New-Object -ComObject Shell.Application).NameSpace('${drive}').Self`
    + '.ExtendedProperty(\'System.Volume.BitLockerProtection\')'
  const status = (await runProgram(program, ['-NoProfile', '-NonInteractive', '-Command', readProtection])).trim()
  // 1: on. 2: off. During a change or while suspended the key may be on the disk: unknown.
  if (status === '1') return 'on'
  return status === '2' ? 'off' : 'unknown'
}
