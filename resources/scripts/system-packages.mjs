// What the tests need of the system: a browser for e2e, a keychain service for the vault, PostgreSQL for teams.
import { existsSync, readdirSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { run } from './common.mjs'

const PACKAGES = ['chromium', 'gnome-keyring', 'dbus', 'libsecret-tools', 'openssl', 'postgresql']
const BROWSERS = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'microsoft-edge']
const KEYCHAIN_TOOLS = ['gnome-keyring-daemon', 'dbus-daemon', 'dbus-send', 'secret-tool']

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
  if (missing.length === 0) return
  const command = `apt-get install ${PACKAGES.join(' ')}`
  if (!existsSync('/etc/debian_version') || process.getuid?.() !== 0) {
    console.log(`Missing on this system: ${missing.join(', ')}. What needs them is skipped below, said aloud. On Debian: ${command}`)
    return
  }
  console.log(`Missing on this system: ${missing.join(', ')}. Installing: ${command}`)
  if (!await aptInstall(PACKAGES)) console.log('The system packages could not all be installed; apt says why above.')
}

/**
 * Refreshes apt's lists and installs packages without asking anything. False when either fails.
 *
 * @param {readonly string[]} packages
 */
export async function aptInstall(packages) {
  const env = { DEBIAN_FRONTEND: 'noninteractive' }
  const stdio = ['ignore', 'ignore', 'inherit']
  const updated = await run('apt-get', ['update', '-qq'], { env, stdio })
  const code = await run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', ...packages], { env, stdio })
  return updated === 0 && code === 0
}
