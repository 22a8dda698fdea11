import { dirname, extname, join } from 'node:path'
import type { BrowserWindow, Dialog, OpenDialogOptions } from 'electron'

/** The system's dialogs for files and folders. Each returns an absolute path, or null if the person cancelled. */
export interface FileDialogs {
  openFile(title: string): Promise<string | null>
  openFolder(title: string): Promise<string | null>
  save(suggestedName: string): Promise<string | null>
}

/**
 * Creates the dialogs of a window. Each opens in the folder that was last chosen in this run: for opening by the
 * dialog's title, for saving by the type of the file.
 * SECURITY: only folders that a person chose in such a dialog are remembered; the page cannot name one.
 */
export function createFileDialogs(
  dialog: Pick<Dialog, 'showOpenDialog' | 'showSaveDialog'>, window: BrowserWindow,
): FileDialogs {
  const lastFolders = new Map<string, string>()

  const open = async (kind: string, options: OpenDialogOptions): Promise<string | null> => {
    const folder = lastFolders.get(kind)
    const there = folder === undefined ? options : { ...options, defaultPath: folder }
    const chosen = await dialog.showOpenDialog(window, there)
    return chosen.canceled ? null : chosen.filePaths[0] ?? null
  }

  return {
    async openFile(title) {
      const path = await open(title, { title, properties: ['openFile'] })
      if (path !== null) lastFolders.set(title, dirname(path))
      return path
    },
    // Not a save dialog: on Windows and macOS it asks whether to replace the file, but lines are only appended to it.
    async openFolder(title) {
      const folder = await open(title, {
        // macOS shows the message instead of the title.
        title, message: title, buttonLabel: 'Choose folder', properties: ['openDirectory', 'createDirectory'],
      })
      if (folder !== null) lastFolders.set(title, folder)
      return folder
    },
    async save(suggestedName) {
      const kind = `save ${extname(suggestedName)}`
      const folder = lastFolders.get(kind)
      const chosen = await dialog.showSaveDialog(window, {
        title: 'Save', defaultPath: folder === undefined ? suggestedName : join(folder, suggestedName),
      })
      if (chosen.canceled || chosen.filePath === '') return null
      lastFolders.set(kind, dirname(chosen.filePath))
      return chosen.filePath
    },
  }
}
