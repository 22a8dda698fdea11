// Installs system packages on Debian: prints them first, and asks if a person is at the terminal.
import { createInterface } from 'node:readline/promises'
import { aptInstall } from '../system-packages.mjs'

/** True if a person can answer a question at the terminal. */
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
 * Installs Debian packages as root and prints that. Asks first if a person is at the terminal, unless `yes`. False
 * if the person refuses or apt fails (apt prints why).
 */
export async function installPackages(names: readonly string[], yes: boolean): Promise<boolean> {
  const command = `apt-get install ${names.join(' ')}`
  if (!yes && attended() && !await agrees(`Install it now? (${command})`)) return false
  console.log(`Installing: ${command}`)
  if (await aptInstall(names)) return true
  console.log('The packages could not be installed; apt says why above.')
  return false
}
