import { describe, expect, it } from 'vitest'
import { reasonOfFailure, type Circumstances } from '../../../resources/scripts/electron/failure.ts'
import type { LaunchFailure } from '../../../resources/scripts/electron/launch.ts'
import { packagesFor } from '../../../resources/scripts/electron/libraries.ts'

const debian: Circumstances = { system: 'debian', version: 12, ldd: '', sandbox: null }
const ended: LaunchFailure = { exitCode: 1, signal: null, silent: false, output: '', spawnError: null }
const reason = (failure: Partial<LaunchFailure>, circumstances: Partial<Circumstances> = {}) =>
  reasonOfFailure({ ...ended, ...failure }, { ...debian, ...circumstances })

describe('why Electron did not start', () => {
  const output = '/electron: error while loading shared libraries: libnss3.so: cannot open shared object file: No such file or directory'

  it('names the library and the package that has it', () => {
    expect(reason({ exitCode: 127, output })).toEqual({
      sentence: 'this system lacks libnss3.so; install libnss3', packages: ['libnss3'], noDisplay: false,
    })
  })

  it('names all libraries at once, as ldd lists them', () => {
    const ldd = '\tlibgtk-3.so.0 => not found\n\tlibnss3.so => not found\n\tlibasound.so.2 => not found\n\tlibc.so.6 => /lib/libc.so.6 (0x1)'
    expect(reason({ output }, { ldd }).packages).toEqual(['libnss3', 'libgtk-3-0', 'libasound2'])
    expect(reason({ output }, { ldd, version: 13 }).packages).toEqual(['libnss3', 'libgtk-3-0t64', 'libasound2t64'])
  })

  it('names only the library if the packages are not known', () => {
    expect(reason({ output }, { system: 'fedora' })).toMatchObject({ sentence: 'this system lacks libnss3.so', packages: [] })
    expect(packagesFor(['libunheard.so.1'], 'debian', 12)).toEqual([])
  })

  it('names the setting that refuses the sandbox', () => {
    const output = 'FATAL:setuid_sandbox_host.cc(158)] The SUID sandbox helper binary was found, but is not configured correctly. '
      + 'You need to make sure that /app/chrome-sandbox is owned by root and has mode 4755.'
    expect(reason({ output, signal: 'SIGTRAP', exitCode: null }).sentence).toContain('sudo chmod 4755 /app/chrome-sandbox')
    expect(reason({ output: 'No usable sandbox!' }, { sandbox: 'Set it so.' }).sentence).toBe('Linux refuses it the sandbox. Set it so.')
  })

  it('reports that the display does not respond', () => {
    expect(reason({ output: 'ERROR:ozone_platform_x11.cc(250)] Missing X server or $DISPLAY' }).noDisplay).toBe(true)
  })

  it('reports root, no output, a crash, an unusable file, and else the last output of Electron', () => {
    expect(reason({ output: 'Running as root without --no-sandbox is not supported.' }).sentence).toContain('root')
    expect(reason({ silent: true, signal: 'SIGKILL', exitCode: null }).sentence).toContain('said nothing for 15 seconds')
    expect(reason({ signal: 'SIGSEGV', exitCode: null }).sentence).toBe('it crashed before its first window (SIGSEGV)')
    expect(reason({ spawnError: 'ENOEXEC', exitCode: null }).sentence).toContain('another kind of processor')
    expect(reason({ exitCode: 7, output: 'first\nlast words\n' }).sentence).toBe('it ended with exit code 7 before its first window: last words')
  })
})
