// Windows refuses to rename a file that a virus scanner has open. The file system here refuses, and its clock
// counts.
import { describe, expect, it } from 'vitest'
import { renamePatiently, renamePatientlySync } from '../../../electron/common/files/rename.ts'

/** A file system that refuses the first `times` renames, and a clock that only adds up the waiting times. */
function refusing(code: string, times: number, platform: NodeJS.Platform = 'win32') {
  const seen = { tries: 0, waitedMs: 0, pauses: [] as number[] }
  const rename = () => {
    seen.tries += 1
    if (seen.tries <= times) throw Object.assign(new Error('refused'), { code })
  }
  const pause = (ms: number) => {
    seen.waitedMs += ms
    seen.pauses.push(ms)
  }
  return {
    seen,
    parts: { platform, rename, pause },
    later: { platform, rename: async () => { rename() }, pause: async (ms: number) => { pause(ms) } },
  }
}

describe.each(['EPERM', 'EACCES', 'EBUSY'])('a rename that Windows refuses with %s', (code) => {
  it.each([1, 4, 7])('succeeds once it is no longer refused, after %i times', async (times) => {
    const [now, later] = [refusing(code, times), refusing(code, times)]
    renamePatientlySync('a', 'b', now.parts)
    await renamePatiently('a', 'b', later.later)
    expect([now.seen.tries, later.seen.tries]).toEqual([times + 1, times + 1])
  })

  it('is given up after a second with the refusal; each wait is longer', async () => {
    const [now, later] = [refusing(code, Infinity), refusing(code, Infinity)]
    expect(() => { renamePatientlySync('a', 'b', now.parts) }).toThrow('refused')
    await expect(renamePatiently('a', 'b', later.later)).rejects.toMatchObject({ code })
    for (const { waitedMs, pauses } of [now.seen, later.seen]) {
      expect(waitedMs).toBe(1_000)
      expect(pauses).toEqual(pauses.toSorted((one, other) => one - other))
    }
  })
})

describe('a permanent refusal', () => {
  it.each([['ENOSPC', 'win32'], ['ENOENT', 'win32'], ['EACCES', 'linux'], ['EBUSY', 'darwin']] as const)(
    '(%s on %s) is reported immediately', async (code, platform) => {
      const [now, later] = [refusing(code, 1, platform), refusing(code, 1, platform)]
      expect(() => { renamePatientlySync('a', 'b', now.parts) }).toThrow('refused')
      await expect(renamePatiently('a', 'b', later.later)).rejects.toMatchObject({ code })
      expect([now.seen, later.seen]).toEqual(Array(2).fill({ tries: 1, waitedMs: 0, pauses: [] }))
    },
  )
})
