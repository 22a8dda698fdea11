import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { launchElectron } from '../../../resources/scripts/electron/launch.ts'

const folder = mkdtempSync(join(tmpdir(), 'electron-'))
afterAll(() => { rmSync(folder, { recursive: true, force: true }) })

/** A file in place of Electron that runs the shell script. */
function binary(script: string): string {
  const path = join(folder, 'electron')
  writeFileSync(path, `#!/bin/sh\n${script}\n`)
  chmodSync(path, 0o755)
  return path
}

const launch = (script: string, silenceMs = 10_000) => launchElectron(binary(script), ['.', '--own'], { silenceMs })

describe.skipIf(process.platform === 'win32')('a start of Electron', () => {
  it('that opened a window ends with the application’s exit code', async () => {
    expect(await launch('echo "@start running"; echo "@start window"; exit 3')).toEqual({ kind: 'ended', exitCode: 3 })
  })

  it('that ends with code 0 without a window is not a failure: another instance was open', async () => {
    expect(await launch('exit 0')).toEqual({ kind: 'ended', exitCode: 0 })
  })

  it('that ends before its window has its output as reason', async () => {
    const output = 'error while loading shared libraries: libnss3.so: cannot open shared object file'
    expect(await launch(`echo "${output}" >&2; exit 127`)).toEqual({
      kind: 'failed', failure: { exitCode: 127, signal: null, silent: false, output, spawnError: null },
    })
  })

  it('that crashes before its window has the signal as reason', async () => {
    expect(await launch('echo "@start running"; kill -SEGV $$')).toMatchObject({
      kind: 'failed', failure: { signal: 'SIGSEGV', silent: false },
    })
  })

  it('without any signal is ended in time', async () => {
    expect(await launch('exec sleep 60', 200)).toMatchObject({ kind: 'failed', failure: { silent: true } })
  })

  it('gets its full time again with every signal', async () => {
    // Longer in total than the time after each signal.
    const slow = 'sleep 1.2; echo "@start running"; sleep 1.2; echo "@start ready"; sleep 1.2; echo "@start window"; exit 5'
    expect(await launch(slow, 3_000)).toEqual({ kind: 'ended', exitCode: 5 })
  })

  it('whose file is missing or cannot be run has the reason', async () => {
    expect(await launchElectron(join(folder, 'none'), [])).toMatchObject({ kind: 'failed', failure: { spawnError: 'ENOENT' } })
    const path = binary('exit 0')
    chmodSync(path, 0o644)
    expect(await launchElectron(path, [])).toMatchObject({ kind: 'failed', failure: { spawnError: 'EACCES' } })
  })

  it('gets the module that sends the signals first, then the application’s arguments', async () => {
    const check = 'test "$1" = --require && test -f "$2" && test "$3" = . && test "$4" = --own || exit 9'
    expect(await launch(`${check}; exit 0`)).toEqual({ kind: 'ended', exitCode: 0 })
  })
})
