import { describe, expect, it } from 'vitest'
import { hasDisplay, systemOf } from '../../../resources/scripts/start/machine.ts'
import { installCommand, nextStep, type Attempt, type PlanFacts, type Step } from '../../../resources/scripts/start/plan.ts'

const desktop: PlanFacts = {
  system: 'ubuntu', root: false, display: true, noSandboxAllowed: false, electron: null, browser: null, missingBrowser: null,
  windowlessBrowser: null,
}
const chromium = '/usr/bin/chromium'
const electron = '/electron'

/** All steps on a machine where every attempt fails, in order; the last one ends the start. */
function way(facts: Partial<PlanFacts>, tour = false): Step['kind'][] {
  const tried = new Set<Attempt>()
  const kinds: Step['kind'][] = []
  for (;;) {
    const step = nextStep({ ...desktop, ...facts }, { tour }, tried)
    kinds.push(step.kind)
    if (step.kind === 'tour' || step.kind === 'give-up') return kinds
    if (tried.has(step.kind)) throw new Error(`${step.kind} is tried twice`)
    tried.add(step.kind)
  }
}

describe('the steps of a start', () => {
  it('a desktop with a network: Electron, downloaded if it is missing', () => {
    expect(nextStep({ ...desktop, electron }, { tour: false }, new Set())).toEqual({ kind: 'open-electron', binary: electron })
    expect(way({}).at(0)).toBe('fetch-electron')
  })

  it('Electron that can’t start: the browser window', () => {
    expect(way({ electron, browser: chromium })).toEqual(['open-electron', 'open-browser', 'give-up'])
  })

  it('no Electron, but a browser: the browser window', () => {
    expect(way({ browser: chromium })).toEqual(['fetch-electron', 'open-browser', 'give-up'])
    expect(nextStep({ ...desktop, browser: chromium }, { tour: false }, new Set(['fetch-electron'])))
      .toEqual({ kind: 'open-browser', browser: chromium })
  })

  it('neither, on Debian as root: installs a browser, else downloads one', () => {
    expect(way({ system: 'debian', root: true })).toEqual(['install-browser', 'bring-browser', 'give-up'])
  })

  it('a CHROMIUM_PATH that does not exist: installs no browser, and the last sentence names the path', () => {
    const facts = { system: 'debian', missingBrowser: '/opt/chrmoe' } as const
    expect(way({ ...facts, root: true })).toEqual(['give-up'])
    expect(way({ ...facts, electron })).toEqual(['open-electron', 'give-up'])
    expect(nextStep({ ...desktop, ...facts, display: false }, { tour: false }, new Set())).toEqual({
      kind: 'give-up',
      sentence: 'CHROMIUM_PATH names /opt/chrmoe, which does not exist. Correct or unset it, then run npm start again.',
    })
  })

  it.each(['ubuntu', 'fedora', 'arch', 'other-linux', 'macos', 'windows'] as const)('neither, on %s: downloads a browser, else prints the command', (system) => {
    expect(way({ system })).toEqual(['fetch-electron', 'bring-browser', 'give-up'])
    expect(way({ system, root: true })).toEqual(['bring-browser', 'give-up'])
  })

  it('root: never Electron without its sandbox, unless a person allows it', () => {
    expect(way({ root: true, electron, browser: chromium })).toEqual(['open-browser', 'give-up'])
    expect(way({ root: true, electron, browser: chromium, noSandboxAllowed: true }).at(0)).toBe('open-electron')
  })

  it('no display: the tour, in any browser; Electron is not tried', () => {
    expect(nextStep({ ...desktop, display: false, browser: chromium, electron }, { tour: false }, new Set()))
      .toEqual({ kind: 'tour', browser: chromium })
    expect(way({ display: false, windowlessBrowser: '/brought' })).toEqual(['tour'])
    expect(way({ display: false })).toEqual(['bring-browser', 'give-up'])
    expect(way({ display: false, system: 'debian', root: true })).toEqual(['install-browser', 'bring-browser', 'give-up'])
  })

  it('a requested tour runs anywhere; a headless browser never opens as a window', () => {
    expect(way({ browser: chromium, electron }, true)).toEqual(['tour'])
    expect(way({ windowlessBrowser: '/brought' })).toEqual(['fetch-electron', 'bring-browser', 'give-up'])
  })

  it('a start that ends prints one command to type', () => {
    const tried = new Set<Attempt>(['fetch-electron', 'bring-browser'])
    const step = nextStep({ ...desktop, system: 'fedora' }, { tour: false }, tried)
    expect(step).toMatchObject({ kind: 'give-up', sentence: expect.stringContaining('(sudo dnf install chromium)') })
    expect(installCommand({ system: 'debian', root: true })).toBe('apt-get install chromium')
    expect(installCommand({ system: 'ubuntu', root: false })).toBe('sudo snap install chromium')
  })
})

describe('the facts about a machine', () => {
  it.each([
    ['PRETTY_NAME="Debian GNU/Linux 12 (bookworm)"\nID=debian\nVERSION_ID="12"', 'debian'],
    ['ID=ubuntu\nID_LIKE=debian', 'ubuntu'],
    ['ID=linuxmint\nID_LIKE="ubuntu debian"', 'ubuntu'],
    ['ID=raspbian\nID_LIKE=debian', 'debian'],
    ['ID="rocky"\nID_LIKE="rhel centos fedora"', 'fedora'],
    ['ID=alpine', 'alpine'],
    ['', 'other-linux'],
  ])('os-release %j is %s', (text, system) => { expect(systemOf('linux', text)).toBe(system) })

  it('only Linux can lack a display', () => {
    expect(hasDisplay('linux', {})).toBe(false)
    expect(hasDisplay('linux', { DISPLAY: '' })).toBe(false)
    expect(hasDisplay('linux', { DISPLAY: ':0' })).toBe(true)
    expect(hasDisplay('linux', { WAYLAND_DISPLAY: 'wayland-0' })).toBe(true)
    expect(hasDisplay('darwin', {})).toBe(true)
  })
})
