// System packages on Debian: said first, asked for where a person sits at the terminal.
import { createInterface } from 'node:readline/promises'
import { aptInstall } from '../system-packages.mjs'

/** True where a person can answer a question at the terminal. */
const attended = (): boolean =>
  process.stdin.isTTY === true && process.stdout.isTTY === true && !process.env.CI

/** Asks a person; Enter means yes. */
async function agrees(question: string): Promise<boolean> {
  const terminal = createInterface({ input: process.stdin, output: process.stdout })
  try {
    return !/^n/i.test((await terminal.question(`${question} [Y/n] `)).trim())
  } finally {
    terminal.close()
  }
}

/**
 * Installs Debian packages as root and says so. Asks first where a person sits at the terminal, unless `yes`. False
 * when the person refuses or apt fails (apt says why).
 */
export async function installPackages(names: readonly string[], yes: boolean): Promise<boolean> {
  const command = `apt-get install ${names.join(' ')}`
  if (!yes && attended() && !await agrees(`Install it now? (${command})`)) return false
  console.log(`Installing: ${command}`)
  if (await aptInstall(names)) return true
  console.log('The packages could not be installed; apt says why above.')
  return false
}
