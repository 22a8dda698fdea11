import { closeSync, existsSync, openSync, readSync } from 'node:fs'
import { homedir } from 'node:os'
import { delimiter, join } from 'node:path'
import { chromium, type Browser } from 'playwright-core'
import { LEAN_CHROMIUM } from './lean.ts'

const LINUX = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'microsoft-edge', 'microsoft-edge-stable']
const HEADLESS = 'chromium-headless-shell'
const MAC = ['Google Chrome', 'Chromium', 'Microsoft Edge']
const WINDOWS = [
  ['Google', 'Chrome', 'Application', 'chrome.exe'],
  ['Microsoft', 'Edge', 'Application', 'msedge.exe'],
  ['Chromium', 'Application', 'chrome.exe'],
]

function candidates(): string[] {
  if (process.platform === 'darwin') {
    return ['/Applications', join(homedir(), 'Applications')]
      .flatMap((folder) => MAC.map((name) => join(folder, `${name}.app`, 'Contents', 'MacOS', name)))
  }
  if (process.platform === 'win32') {
    const { PROGRAMFILES, LOCALAPPDATA, ['PROGRAMFILES(X86)']: programFilesX86 } = process.env
    return [PROGRAMFILES, programFilesX86, LOCALAPPDATA]
      .flatMap((folder) => folder ? WINDOWS.map((parts) => join(folder, ...parts)) : [])
  }
  const folders = (process.env.PATH ?? '').split(delimiter)
  return LINUX.flatMap((name) => folders.map((folder) => join(folder, name)))
}

/** Finds an installed Chromium, Chrome or Edge; `CHROMIUM_PATH` overrides. Null without one. */
export function findChromium(): string | null {
  const chosen = process.env.CHROMIUM_PATH
  if (chosen) return existsSync(chosen) ? chosen : null
  return candidates().find((path) => existsSync(path) && !isStub(path)) ?? null
}

/** The path that `CHROMIUM_PATH` names, if nothing exists there; else null. */
export function missingChromium(): string | null {
  const chosen = process.env.CHROMIUM_PATH
  return chosen && !existsSync(chosen) ? chosen : null
}

/**
 * The browser for tests: Chromium's engine without windows if it is installed, since nothing is drawn around a page
 * there, which halves the work of a test; else the result of `findChromium`. `CHROMIUM_PATH` overrides here too.
 */
export function findHeadless(): string | null {
  if (process.env.CHROMIUM_PATH) return findChromium()
  const folders = process.platform === 'linux' ? (process.env.PATH ?? '').split(delimiter) : []
  return folders.map((folder) => join(folder, HEADLESS)).find((path) => existsSync(path)) ?? findChromium()
}

/** Ubuntu's package contains no browser, only a script that installs its snap. */
function isStub(path: string): boolean {
  if (process.platform !== 'linux') return false
  const file = openSync(path, 'r')
  try {
    const start = Buffer.alloc(4096)
    const text = start.toString('latin1', 0, readSync(file, start))
    return text.startsWith('#!') && /snap install|snap to be installed/.test(text) && !existsSync('/snap/bin/chromium')
  } finally {
    closeSync(file)
  }
}

/** Chromium refuses to sandbox a process of root. */
export const isRoot = (): boolean => process.getuid?.() === 0

/**
 * The disabled features of Chromium. Only the last such switch of a command line applies, so Playwright's own names
 * are included. The popups of the address bar are pages: without them a window costs a third of the work.
 */
const DISABLED_FEATURES = [
  'WebUIOmniboxPopup', 'WebUIOmniboxAimPopup',
  'AvoidUnnecessaryBeforeUnloadCheckSync', 'DestroyProfileOnBrowserClose', 'HttpsUpgrades',
  'HttpsFirstBalancedModeAutoEnable', 'LensOverlay', 'MediaRouter', 'PaintHolding', 'ThirdPartyStoragePartitioning',
  'AvoidCorsURLLoaderRestartOnRedirect', 'TcpPortRandomizationWin', 'OptimizationHints', 'NetworkTimeServiceQuerying',
  'AimEnabled', 'PreconnectToSearch', 'msForceBrowserSignIn', 'msEdgeUpdateLaunchServicesPreferredVersion',
]

/** Chromium's own services send nothing to the network, and no page request leaves the machine. */
export const QUIET_ARGS = [
  `--disable-features=${DISABLED_FEATURES.join(',')}`,
  '--disable-gpu', '--disable-quic', '--no-first-run', '--no-default-browser-check', '--disable-background-networking',
  '--disable-component-update', '--disable-sync',
  '--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE localhost , EXCLUDE 127.0.0.1',
]

let isWarned = false

/**
 * Starts headless Chromium for tests, driven over a pipe. As root it runs without its sandbox and prints that once.
 */
export async function launchHeadless(): Promise<Browser> {
  const executablePath = findHeadless()
  if (!executablePath) throw new Error('No Chromium, Chrome or Edge found; install one or set CHROMIUM_PATH.')
  if (isRoot() && !isWarned) console.log('Chromium runs without its sandbox: the tests run as root.')
  isWarned = true
  return await chromium.launch({ executablePath, args: [...QUIET_ARGS, ...LEAN_CHROMIUM], chromiumSandbox: !isRoot() })
}
