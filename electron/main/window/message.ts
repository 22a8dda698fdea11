import { app, dialog } from 'electron'

/** Shows a sentence to the person outside the page; resolves when it was read. */
export type ShowMessage = (sentence: string) => Promise<void>

/**
 * Creates the function that shows a sentence: on the terminal when only a check was requested there, else in a box of
 * the system. The box leaves main running, so that callers can stop waiting for it. Before the application is ready
 * there is only a box that blocks main.
 */
export function createShowMessage(selfCheckOnly: boolean): ShowMessage {
  return async (sentence) => {
    if (selfCheckOnly) process.stderr.write(`${sentence}\n`)
    else if (app.isReady()) await dialog.showMessageBox({ type: 'error', title: 'Gateway Console', message: sentence })
    else dialog.showErrorBox('Gateway Console', sentence)
  }
}
