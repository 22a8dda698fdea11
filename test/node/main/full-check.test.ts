import { describe, expect, it } from 'vitest'
import type { CheckLine } from '#shared/model/application/app.ts'
import { fuseFile, fuseLine } from '../../../electron/main/self-check/fuses.ts'
import { exitCodeOf } from '../../../electron/main/self-check/self-check.ts'
import { selfCheckMode } from '../../../electron/main/command-line/self-check-mode.ts'

const mark = 'dL7pKGdnNz796PbbjQWNKmHXBZaB9tsX'
const binary = (...wires: string[]) => Buffer.from(wires.map((wire) => `code${mark}\u0001\u0009${wire}code`).join(''), 'latin1')
const shut = '000011001'

describe('the fuses of the program', () => {
  it('are correct only if each is as packed', () => {
    expect(fuseLine(binary(shut)).result).toBe('good')
    for (const place of shut.split('').keys()) {
      const other = shut[place] === '0' ? '1' : '0'
      expect(fuseLine(binary(shut.slice(0, place) + other + shut.slice(place + 1))).result).toBe('bad')
    }
  })

  it('are wrong if one half of a universal program differs, and if there are none', () => {
    expect(fuseLine(binary(shut, `1${shut.slice(1)}`))).toMatchObject({ result: 'bad', detail: expect.stringContaining('RunAsNode') })
    expect(fuseLine(Buffer.from('a program'))).toMatchObject({ result: 'bad' })
  })

  it('are in the framework on macOS', () => {
    expect(fuseFile('/Applications/G.app/Contents/MacOS/G', 'darwin').replaceAll('\\', '/'))
      .toBe('/Applications/G.app/Contents/Frameworks/Electron Framework.framework/Electron Framework')
    expect(fuseFile('/opt/g', 'linux')).toBe('/opt/g')
  })
})

describe('a self-check', () => {
  const line = (result: CheckLine['result']): CheckLine => ({ id: 'a', result, detail: '' })

  it('passes with a warning; a full one does not', () => {
    expect(exitCodeOf('short', [line('good'), line('warning')])).toBe(0)
    expect(exitCodeOf('short', [line('good'), line('bad')])).toBe(1)
    for (const mode of ['charge', 'find'] as const) {
      expect(exitCodeOf(mode, [line('good')])).toBe(0)
      expect(exitCodeOf(mode, [line('good'), line('warning')])).toBe(1)
    }
  })

  it.each([
    [[], 'off'], [['--self-check'], 'short'], [['--self-check=full'], 'full'], [['--self-check=else'], 'short'], [['--self-checks'], 'off'],
  ] as const)('is asked for by %j: %s', (words, mode) => {
    expect(selfCheckMode(['program', ...words])).toBe(mode)
  })
})
