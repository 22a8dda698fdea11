// What the tests need of the system: a browser for e2e, a keychain service for the vault, PostgreSQL for teams.
import { existsSync, readdirSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { run } from './common.mjs'

const PACKAGES = ['chromium', 'gnome-keyring', 'dbus', 'libsecret-tools', 'openssl', 'postgresql']
const BROWSERS = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'microsoft-edge']
const KEYCHAIN_TOOLS = ['gnome-keyring-daemon', 'dbus-daemon', 'dbus-send', 'secret-tool']

/** Debian's Chromium without windows: the tests take half the time in it, and go without where it is not offered. */
const WINDOWLESS = 'chromium-headless-shell'

const onPath = (tool) => (process.env.PATH ?? '').split(delimiter).some((folder) => existsSync(join(folder, tool)))

function missingTools() {
  const browser = process.env.CHROMIUM_PATH || BROWSERS.some(onPath) ? [] : ['chromium']
  const database = onPath('initdb') || hasDebianPostgres() ? [] : ['postgresql']
  return [...browser, ...KEYCHAIN_TOOLS.filter((tool) => !onPath(tool)), ...database]
}

/** Debian keeps the server's programs off the path, a folder a version. */
function hasDebianPostgres() {
  const folder = '/usr/lib/postgresql'
  return existsSync(folder) && readdirSync(folder).some((version) => existsSync(join(folder, version, 'bin', 'initdb')))
}

/** On Debian as root the missing packages are installed, said first; elsewhere it says what is missing. */
export async function provideSystemPackages() {
  if (process.platform !== 'linux') return
  const missing = missingTools()
  const mayInstall = existsSync('/etc/debian_version') && process.getuid?.() === 0
  if (missing.length === 0) {
    if (mayInstall && !process.env.CHROMIUM_PATH && !onPath(WINDOWLESS)) await installWindowless()
    return
  }
  const command = `apt-get install ${PACKAGES.join(' ')}`
  if (!mayInstall) {
    console.log(`Missing on this system: ${missing.join(', ')}. What needs them is skipped below, said aloud. On Debian: ${command}`)
    return
  }
  console.log(`Missing on this system: ${missing.join(', ')}. Installing: ${command}`)
  if (!await aptInstall(PACKAGES)) console.log('The system packages could not all be installed; apt says why above.')
  else if (!process.env.CHROMIUM_PATH) await installWindowless()
}

/** Only where apt's lists have it: Ubuntu's do not, and they are not fetched for it alone. */
async function installWindowless() {
  if (await run('apt-get', ['install', '-s', '-qq', WINDOWLESS], { stdio: 'ignore' }) !== 0) return
  console.log(`For faster tests: apt-get install ${WINDOWLESS}`)
  if (!await aptGetInstall([WINDOWLESS])) console.log('It could not be installed: the tests go on in the browser that is here.')
}

/**
 * Refreshes apt's lists and installs packages without asking anything. False when either fails.
 *
 * @param {readonly string[]} packages
 */
export async function aptInstall(packages) {
  const updated = await run('apt-get', ['update', '-qq'], apt)
  return await aptGetInstall(packages) && updated === 0
}

const apt = { env: { DEBIAN_FRONTEND: 'noninteractive' }, stdio: ['ignore', 'ignore', 'inherit'] }

async function aptGetInstall(packages) {
  return await run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', ...packages], apt) === 0
}
