import { Menu, type MenuItemConstructorOptions, type WebContents } from 'electron'

const separator: MenuItemConstructorOptions = { type: 'separator' }

/** Creates the application's menu; `developmentItems` are added to "View". */
export function createMenu({ platform, developmentItems, open, showLogs, lock, quit }: {
  platform: NodeJS.Platform
  /** SECURITY: empty in a package, so that nobody can persuade a person to paste code into a console. */
  developmentItems: readonly MenuItemConstructorOptions[]
  /** Opens a view in the window. */
  open: (view: 'check-installation' | 'about') => void
  showLogs: () => void
  lock: () => void
  quit: () => void
}): Menu {
  const mac = platform === 'darwin'
  const quitItem: MenuItemConstructorOptions = {
    id: 'quit', label: mac ? 'Quit Gateway Console' : 'Quit', accelerator: 'CmdOrCtrl+Q', click: quit,
  }
  const lockItem: MenuItemConstructorOptions = {
    id: 'lock', label: 'Lock now', accelerator: 'CmdOrCtrl+L', click: lock,
  }
  const about: MenuItemConstructorOptions = { id: 'about', label: 'About Gateway Console', click: () => { open('about') } }
  const application: MenuItemConstructorOptions = {
    label: 'Gateway Console',
    submenu: [
      about, separator, lockItem, separator, { role: 'hide' }, { role: 'hideOthers' }, { role: 'unhide' }, separator,
      quitItem,
    ],
  }
  const file: MenuItemConstructorOptions = { label: '&File', submenu: [lockItem, separator, quitItem] }
  const view: MenuItemConstructorOptions = {
    label: '&View',
    submenu: [
      { role: 'zoomIn' }, { role: 'zoomOut' }, { role: 'resetZoom' }, separator, { role: 'togglefullscreen' },
      ...developmentItems.length > 0 ? [separator, ...developmentItems] : [],
    ],
  }
  const help: MenuItemConstructorOptions = {
    role: 'help',
    label: '&Help',
    submenu: [
      { id: 'check-installation', label: 'Check this installation', click: () => { open('check-installation') } },
      { id: 'show-logs', label: 'Show the log files', click: showLogs },
      ...mac ? [] : [separator, about],
    ],
  }
  // On macOS the shortcuts of a window come from this menu; elsewhere the system's window frame provides them.
  const windows: MenuItemConstructorOptions[] = mac
    ? [{ role: 'window', submenu: [{ role: 'close' }, { role: 'minimize' }, { role: 'zoom' }, separator, { role: 'front' }] }]
    : []
  return Menu.buildFromTemplate([
    mac ? application : file, { label: '&Edit', submenu: editItems() }, view, ...windows, help,
  ])
}

/** Adds a context menu to cut, copy and paste. */
export function addContextMenu(contents: WebContents): void {
  contents.on('context-menu', (_event, { isEditable, selectionText }) => {
    if (isEditable) Menu.buildFromTemplate(editItems()).popup()
    else if (selectionText !== '') Menu.buildFromTemplate([{ role: 'copy' }]).popup()
  })
}

function editItems(): MenuItemConstructorOptions[] {
  return [
    { role: 'undo' }, { role: 'redo' }, separator,
    { role: 'cut' }, { role: 'copy' }, { role: 'paste' }, separator, { role: 'selectAll' },
  ]
}
