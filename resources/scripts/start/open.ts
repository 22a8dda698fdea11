// The second half of npm start, after the build: opens Gateway Console in the best way on this machine, or runs the
// guided tour.
import { openInBrowser, takeTour } from './in-browser.ts'
import { openElectron } from '../electron/open.ts'
import { fetchElectron } from '../electron/fetch.ts'
import { bringBrowser } from './bring-browser.ts'
import { installPackages } from './packages.ts'
import { readMachine, type Machine } from './machine.ts'
import { parseOptions } from './options.mjs'
import type { Outcome, Wishes } from './outcome.ts'
import { nextStep, type Attempt, type Step } from './plan.ts'

/** Carries out one step; prints what it does and why. */
export type CarryOut = (step: Exclude<Step, { kind: 'give-up' }>, machine: Machine) => Promise<Outcome>

/** Carries out steps until one ends the start. Returns the exit code. */
export async function start(machineNow: () => Machine, tour: boolean, carryOut: CarryOut): Promise<number> {
  const tried = new Set<Attempt>()
  let deadDisplay = false
  for (;;) {
    const machine = deadDisplay ? { ...machineNow(), display: false } : machineNow()
    const step = nextStep(machine, { tour }, tried)
    if (step.kind === 'give-up') {
      console.error(step.sentence)
      return 1
    }
    const outcome = await carryOut(step, machine)
    if (typeof outcome === 'object') return outcome.exitCode
    if (outcome === 'no-display') deadDisplay = true
    if (step.kind !== 'tour') tried.add(step.kind)
    // No step follows a tour.
    else return 1
  }
}

/** Carries out steps according to `wishes`. */
export function carryOutFor(wishes: Wishes): CarryOut {
  const { yes, forApplication } = wishes
  return async (step, machine) => {
    switch (step.kind) {
      case 'fetch-electron':
        await fetchElectron()
        return 'go-on'
      case 'open-electron':
        return await openElectron(step.binary, machine, forApplication, yes)
      case 'open-browser':
        if (machine.root) console.log('Electron refuses its sandbox to root: opening Gateway Console in a browser.')
        return await openInBrowser(step.browser, forApplication)
      case 'install-browser':
        console.log('There is no browser on this machine.')
        await installPackages(['chromium'], yes)
        return 'go-on'
      case 'bring-browser':
        await bringBrowser(step.forWindow, machine)
        return 'go-on'
      case 'tour':
        if (!machine.display) console.log('There is no display to open a window on: taking the guided tour.')
        if (forApplication.length > 0) console.log(`Only the window takes ${forApplication.join(' ')}: ignored by the tour.`)
        return { exitCode: await takeTour(step.browser, machine, wishes) }
    }
  }
}

if (import.meta.main) {
  const wishes = parseOptions(process.argv.slice(2))
  // An abandoned process may still hold a pipe, so the process is ended explicitly.
  process.exit(await start(readMachine, wishes.tour, carryOutFor(wishes)))
}
