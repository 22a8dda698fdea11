import { describe, expect, it } from 'vitest'
import { HELP, parseOptions } from '../../../resources/scripts/start/options.mjs'

describe('the command line of npm start', () => {
  it('opens the window without options', () => {
    expect(parseOptions([])).toEqual({
      tour: false, slow: false, yes: false, help: false, pictures: null, forApplication: [], problem: null,
    })
  })

  it('reads its own options in any order and passes the rest to the application', () => {
    expect(parseOptions(['--self-check', '--slow', '--tour', '--yes', '--pictures=here', 'x'])).toMatchObject({
      tour: true, slow: true, yes: true, pictures: 'here', forApplication: ['--self-check', 'x'], problem: null,
    })
    expect(parseOptions(['--pictures', 'there'])).toMatchObject({ pictures: 'there', forApplication: [] })
  })

  it('reports a missing folder', () => {
    expect(parseOptions(['--pictures']).problem).toMatch(/needs a folder/)
    expect(parseOptions(['--pictures=']).problem).toMatch(/needs a folder/)
  })

  it('describes every option', () => {
    for (const name of ['--tour', '--slow', '--pictures', '--yes', '--help']) {
      expect(HELP).toContain(`\n  ${name} `)
      expect(parseOptions([name, 'folder']).forApplication).not.toContain(name)
    }
  })
})
