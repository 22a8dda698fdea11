import { app, dialog } from 'electron'

/** Shows a sentence outside the page; resolves when the person has closed it. */
export type ShowMessage = (sentence: string) => Promise<void>

/**
 * Creates the function that shows a sentence: in the terminal if only a check was requested, else in a message box. The
 * box does not block main, so callers can stop waiting for it. Before the application is ready, Electron has only a box
 * that blocks main.
 */
export function createShowMessage(selfCheckOnly: boolean): ShowMessage {
  return async (sentence) => {
    if (selfCheckOnly) process.stderr.write(`${sentence}\n`)
    else if (app.isReady()) await dialog.showMessageBox({ type: 'error', title: 'Gateway Console', message: sentence })
    else dialog.showErrorBox('Gateway Console', sentence)
  }
}
