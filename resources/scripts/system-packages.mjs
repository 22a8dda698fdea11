// The system packages that tests need: a browser for e2e, a keychain service for the vault, PostgreSQL for teams.
import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { run } from './common.mjs'
import { bringPostgres } from './postgres/bring.mjs'
import { postgresPrograms } from './postgres/find.mjs'

const PACKAGES = ['chromium', 'gnome-keyring', 'dbus', 'libsecret-tools', 'openssl', 'postgresql']
const BROWSERS = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'microsoft-edge']
const KEYCHAIN_TOOLS = ['gnome-keyring-daemon', 'dbus-daemon', 'dbus-send', 'secret-tool']

/** Debian's Chromium without windows: tests take half the time in it. They use another browser if it is not offered. */
const WINDOWLESS = 'chromium-headless-shell'

const onPath = (tool) => (process.env.PATH ?? '').split(delimiter).some((folder) => existsSync(join(folder, tool)))

function missingTools() {
  const browser = process.env.CHROMIUM_PATH || BROWSERS.some(onPath) ? [] : ['chromium']
  return [...browser, ...KEYCHAIN_TOOLS.filter((tool) => !onPath(tool))]
}

/**
 * Prints the missing packages, and installs them on Debian as root. PostgreSQL comes from npm if the system still has
 * none.
 */
export async function provideSystemPackages() {
  if (process.platform === 'linux') await providePackages()
  if (process.platform !== 'win32' && postgresPrograms() === null) await bringPostgres()
}

async function providePackages() {
  const mayInstall = existsSync('/etc/debian_version') && process.getuid?.() === 0
  const missing = [...missingTools(), ...mayInstall && postgresPrograms() === null ? ['postgresql'] : []]
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

/** Only if apt's lists contain it: Ubuntu's do not, and lists are not fetched just for it. */
async function installWindowless() {
  if (await run('apt-get', ['install', '-s', '-qq', WINDOWLESS], { stdio: 'ignore' }) !== 0) return
  console.log(`For faster tests: apt-get install ${WINDOWLESS}`)
  if (!await aptGetInstall([WINDOWLESS])) console.log('It could not be installed: the tests go on in the browser that is here.')
}

/**
 * Updates apt's lists and installs packages without questions. False if either fails.
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
