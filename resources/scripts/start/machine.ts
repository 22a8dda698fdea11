// The facts that a start depends on.
import { readFileSync } from 'node:fs'
import { findChromium, missingChromium } from '../../../test/host/browser.ts'
import { electronBinary } from '../electron-binary.mjs'
import { withoutSandboxAllowed } from '../sandbox-allowed.mjs'
import { broughtBrowser } from './brought-browser.ts'

/** A system by its package manager; Ubuntu's `chromium` package only points to a snap. */
export type System = 'debian' | 'ubuntu' | 'fedora' | 'arch' | 'alpine' | 'other-linux' | 'macos' | 'windows'

/** The facts about this machine that decide what a start does. */
export interface Machine {
  readonly system: System
  readonly processor: string
  readonly root: boolean
  /** A window can be opened, according to the environment. */
  readonly display: boolean
  /** Electron may run without its sandbox: a person has explicitly allowed it. */
  readonly noSandboxAllowed: boolean
  /** Path of Electron's binary, or null. */
  readonly electron: string | null
  /** Path of a browser with a window, or null. */
  readonly browser: string | null
  /** Path that `CHROMIUM_PATH` names and that does not exist, or null. */
  readonly missingBrowser: string | null
  /** Path of a windowless browser that an earlier start installed, or null. */
  readonly windowlessBrowser: string | null
}

const FAMILIES: readonly (readonly [id: string, system: System])[] = [
  ['ubuntu', 'ubuntu'], ['debian', 'debian'], ['fedora', 'fedora'], ['rhel', 'fedora'], ['arch', 'arch'], ['alpine', 'alpine'],
]

/** The system by platform and the text of `/etc/os-release`, which lists the systems that it is derived from. */
export function systemOf(platform: NodeJS.Platform, osRelease: string): System {
  if (platform === 'darwin') return 'macos'
  if (platform === 'win32') return 'windows'
  const value = (name: string): string => new RegExp(`^${name}="?([^"\\n]*)`, 'm').exec(osRelease)?.[1] ?? ''
  const ids = [value('ID'), ...value('ID_LIKE').split(' ')]
  return FAMILIES.find(([id]) => ids.includes(id))?.[1] ?? 'other-linux'
}

/** True if a window can be opened, according to the environment. */
export function hasDisplay(platform: NodeJS.Platform, env: NodeJS.ProcessEnv): boolean {
  return platform !== 'linux' || Boolean(env.DISPLAY) || Boolean(env.WAYLAND_DISPLAY)
}

/** Reads the current facts of this machine. */
export function readMachine(): Machine {
  return {
    system: systemOf(process.platform, osRelease()),
    processor: process.arch,
    root: process.getuid?.() === 0,
    display: hasDisplay(process.platform, process.env),
    noSandboxAllowed: withoutSandboxAllowed(),
    electron: electronBinary(),
    browser: findChromium() ?? broughtBrowser('window'),
    missingBrowser: missingChromium(),
    windowlessBrowser: broughtBrowser('headless'),
  }
}

function osRelease(): string {
  try {
    return readFileSync('/etc/os-release', 'utf8')
  } catch {
    return ''
  }
}
