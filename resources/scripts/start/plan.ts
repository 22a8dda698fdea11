// The steps of a start: a function of the machine, the options, and the earlier attempts.
import type { Machine, System } from './machine.ts'

/** An attempt that is made only once in a start; repeating it would give the same result. */
export type Attempt = 'fetch-electron' | 'open-electron' | 'open-browser' | 'install-browser' | 'bring-browser'

/** The next step. `tour` and `give-up` end a start. */
export type Step =
  | { readonly kind: 'fetch-electron' }
  | { readonly kind: 'open-electron', readonly binary: string }
  | { readonly kind: 'open-browser', readonly browser: string }
  | { readonly kind: 'install-browser' }
  | { readonly kind: 'bring-browser', readonly forWindow: boolean }
  | { readonly kind: 'tour', readonly browser: string }
  | { readonly kind: 'give-up', readonly sentence: string }

/** The facts that the plan depends on. */
export type PlanFacts = Omit<Machine, 'processor'>

/**
 * The next step. Electron comes before a browser, an installed browser before one that has to be installed, and
 * every attempt is made once. Without a display, or on request, the tour replaces the window.
 */
export function nextStep(machine: PlanFacts, options: { readonly tour: boolean }, tried: ReadonlySet<Attempt>): Step {
  const tour = options.tour || !machine.display
  return (tour ? null : electronStep(machine, tried))
    ?? browserStep(machine, tour, tried)
    ?? provideBrowser(machine, tour, tried)
    ?? { kind: 'give-up', sentence: giveUpSentence(machine, tour) }
}

function electronStep(machine: PlanFacts, tried: ReadonlySet<Attempt>): Step | null {
  // SECURITY: Electron can use real credentials, so it never runs without its sandbox unless a person allows it.
  if (machine.root && !machine.noSandboxAllowed) return null
  if (machine.electron === null) return tried.has('fetch-electron') ? null : { kind: 'fetch-electron' }
  return tried.has('open-electron') ? null : { kind: 'open-electron', binary: machine.electron }
}

function browserStep(machine: PlanFacts, tour: boolean, tried: ReadonlySet<Attempt>): Step | null {
  if (tour) {
    const browser = machine.browser ?? machine.windowlessBrowser
    return browser === null ? null : { kind: 'tour', browser }
  }
  if (machine.browser === null || tried.has('open-browser')) return null
  return { kind: 'open-browser', browser: machine.browser }
}

function provideBrowser(machine: PlanFacts, tour: boolean, tried: ReadonlySet<Attempt>): Step | null {
  // A typing error in the path must not install a second browser.
  if (machine.browser !== null || machine.missingBrowser !== null) return null
  if (machine.root && machine.system === 'debian' && !tried.has('install-browser')) return { kind: 'install-browser' }
  return tried.has('bring-browser') ? null : { kind: 'bring-browser', forWindow: !tour }
}

const INSTALL: Readonly<Record<System, string>> = {
  'debian': 'apt-get install chromium',
  'ubuntu': 'snap install chromium',
  'fedora': 'dnf install chromium',
  'arch': 'pacman -S chromium',
  'alpine': 'apk add chromium',
  'other-linux': '',
  'macos': 'brew install --cask google-chrome',
  'windows': 'winget install Google.Chrome',
}

/** The one command that installs a browser on this system; empty if none is known. */
export function installCommand({ system, root }: Pick<Machine, 'system' | 'root'>): string {
  const needsSudo = !root && system !== 'macos' && system !== 'windows'
  return INSTALL[system] === '' ? '' : `${needsSudo ? 'sudo ' : ''}${INSTALL[system]}`
}

function giveUpSentence(machine: PlanFacts, tour: boolean): string {
  if (machine.missingBrowser !== null) {
    return `CHROMIUM_PATH names ${machine.missingBrowser}, which does not exist. `
      + 'Correct or unset it, then run npm start again.'
  }
  const lacking = machine.browser !== null
    ? `Neither Electron nor ${machine.browser} could be opened; the reasons are above. Install another browser`
    : `${tour ? 'The tour needs a browser' : 'Neither Electron nor a browser could be opened'}. Install Chromium, Chrome or Edge`
  const command = installCommand(machine)
  return `${lacking}${command === '' ? '' : ` (${command})`}, or set CHROMIUM_PATH, then run npm start again.`
}
