/** Asks before the history of a development version is quarantined. Nothing else is opened before that. */
import { dialog } from 'electron'

/** Asks in a message box of the system that begins with `sentence`; false for "Quit". */
export async function mayQuarantine(sentence: string): Promise<boolean> {
  const { response } = await dialog.showMessageBox({
    type: 'warning',
    title: 'Gateway Console',
    message: sentence,
    detail: 'If you go on, the file is kept under another name and an empty history is begun. Payments in the file are then '
      + 'not known here: check their status at the gateway before you repeat any. If you used only released versions on '
      + 'this computer, choose Quit and inform the person responsible for it.',
    buttons: ['Quit', 'Quarantine the file and go on'],
    defaultId: 0,
    cancelId: 0,
    noLink: true,
  })
  return response === 1
}
