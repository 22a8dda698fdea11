import { strict } from './strict.ts'

/** What Electron itself adds to the command line of every main process before any JavaScript runs. */
const electronsOwn = ['allow-file-access-from-files', ...process.platform === 'darwin' ? ['enable-avfoundation'] : []]

const added = new Map<string, string>(electronsOwn.map((name) => [name, '']))

/** `app.commandLine`: what was given, what Electron added, and what the application adds. */
export const commandLine = strict({
  appendSwitch(name: string, value = '') { added.set(name, value) },
  hasSwitch: (name: string) => added.has(name) || given(name) !== undefined,
  getSwitchValue: (name: string) => given(name) ?? added.get(name) ?? '',
}, 'app.commandLine')

function given(name: string): string | undefined {
  const word = process.argv.find((one) => one === `--${name}` || one.startsWith(`--${name}=`))
  return word?.slice(`--${name}=`.length)
}
