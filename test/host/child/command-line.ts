// Chromium's command line, as Electron's main process finds it: the person's arguments and the switches that
// Electron adds before any code of the application runs.
import { strict } from './strict.ts'

/** The switches that Electron adds on every start. */
const ownSwitches = ['allow-file-access-from-files', ...(process.platform === 'darwin' ? ['enable-avfoundation'] : [])]
const prefix = process.platform === 'win32' ? /^(?:--|-|\/)(?=.)/ : /^--?(?=.)/

/** Parsed like Chromium: one or two dashes, the last value counts, and after `--` there are only arguments. */
function read(words: readonly string[]): Map<string, string> {
  const end = words.indexOf('--')
  const given = (end === -1 ? words : words.slice(0, end)).filter((word) => prefix.test(word))
  return new Map(given.map((word) => {
    const [name = '', ...value] = word.replace(prefix, '').split('=')
    return [process.platform === 'win32' ? name.toLowerCase() : name, value.join('=')]
  }))
}

const switches = read(process.argv.slice(2))
for (const name of ownSwitches) switches.set(name, '')
if (process.env.ELECTRON_DISABLE_SANDBOX !== undefined) switches.set('no-sandbox', '')
if (process.platform === 'linux') {
  const { ELECTRON_OZONE_PLATFORM_HINT: hint, DESKTOP_STARTUP_ID: startup } = process.env
  if (hint !== undefined && !switches.has('ozone-platform')) switches.set('ozone-platform', hint)
  if (startup !== undefined) switches.set('desktop-startup-id', startup)
}

export const commandLine = strict({
  appendSwitch(name: string, value = '') { switches.set(name, value) },
  appendArgument() {},
  hasSwitch: (name: string) => switches.has(name),
  getSwitchValue: (name: string) => switches.get(name) ?? '',
  removeSwitch(name: string) { switches.delete(name) },
}, 'app.commandLine')

/** The effect of `app.enableSandbox` on it. */
export function enableSandbox(): void {
  switches.delete('no-sandbox')
  switches.set('enable-sandbox', '')
}
