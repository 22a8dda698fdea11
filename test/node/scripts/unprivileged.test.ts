import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, openSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { asUnprivileged, unprivilegedUser } from '../../host/unprivileged.ts'

const passwd = 'root:x:0:0:root:/root:/bin/sh\nnobody:x:65534:65533:nobody:/nonexistent:/sbin/nologin\nann:x:1000:1001::/home/ann:/bin/sh\n'

describe('the user without privileges', () => {
  it('is the person behind sudo, else nobody', () => {
    expect(unprivilegedUser({ SUDO_UID: '1000' }, passwd)).toEqual({ name: 'ann', uid: 1000, gid: 1001 })
    expect(unprivilegedUser({}, passwd)).toEqual({ name: 'nobody', uid: 65534, gid: 65533 })
    expect(unprivilegedUser({ SUDO_UID: '4711' }, passwd)?.name).toBe('nobody')
  })

  it('is never root, whatever the environment contains', () => {
    expect(unprivilegedUser({ SUDO_UID: '0' }, passwd)?.name).toBe('nobody')
    expect(unprivilegedUser({ SUDO_UID: '0' }, 'root:x:0:0::/root:/bin/sh')).toBeNull()
    for (const ids of ['0:0', '0:65534', '65534:0']) expect(unprivilegedUser({}, `nobody:x:${ids}::/:/bin/sh`)).toBeNull()
  })
})

const possible = process.getuid?.() === 0 && spawnSync('setpriv', ['--version']).status === 0
if (!possible) console.log('SKIPPED a program of root\'s run by another user: this is not root, or there is no setpriv')

describe.skipIf(!possible)('a program of root’s, run by that user', () => {
  const folder = mkdtempSync(join(tmpdir(), 'unprivileged-'))
  afterAll(() => { rmSync(folder, { recursive: true, force: true }) })

  it('has that user’s rights, its own folder as home, and the open files', () => {
    const run = asUnprivileged('/bin/sh')!
    const passed = join(folder, 'passed')
    const secret = join(folder, 'secret')
    writeFileSync(secret, '', { mode: 0o600 })
    const script = `id -u; id -G; echo "$HOME"; touch "$HOME/own" && echo own; cat ${secret} 2>&1 | grep -c denied; echo through >&3`
    const { stdout } = spawnSync(run.executablePath, ['-c', script], {
      encoding: 'utf8', env: { ...process.env, ...run.env }, stdio: ['ignore', 'pipe', 'pipe', openSync(passed, 'w')],
    })
    const { uid, gid } = run.user
    expect(stdout.split('\n').slice(0, 5)).toEqual([String(uid), String(gid), run.folder, 'own', '1'])
    expect(statSync(passed).size).toBe('through\n'.length)
    run.remove()
    expect(existsSync(run.folder) || existsSync(run.executablePath)).toBe(false)
  })

  it('is not offered if the user can’t reach the program', () => {
    expect(asUnprivileged(join(folder, 'none'))).toBeNull()
  })
})
