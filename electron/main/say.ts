import { app, dialog } from 'electron'

/** Tells the person a sentence outside the page; resolves when it was read. */
export type Say = (sentence: string) => Promise<void>

/**
 * Makes the way to tell a sentence: on the terminal when only a check was asked for there, else in a box of the system.
 * The box leaves main running, so that whoever waits for it can stop waiting; only before the application is ready
 * is there none but a box that holds main up.
 */
export function createSay(selfCheckOnly: boolean): Say {
  return async (sentence) => {
    if (selfCheckOnly) process.stderr.write(`${sentence}\n`)
    else if (app.isReady()) await dialog.showMessageBox({ type: 'error', title: 'Gateway Console', message: sentence })
    else dialog.showErrorBox('Gateway Console', sentence)
  }
}

/** Writes to the standard output; resolves when it was handed on, so that the end of the process cuts nothing off. */
export function print(text: string): Promise<void> {
  return new Promise((resolve) => { process.stdout.write(text, () => { resolve() }) })
}
