import type { WebPreferences } from 'electron'

/** SECURITY: settings for foreign content: no preload, so no bridge; no Node, context isolation, Chromium's sandbox. */
export const foreignPage: Readonly<WebPreferences> = {
  sandbox: true,
  contextIsolation: true,
  nodeIntegration: false,
  webviewTag: false,
  webSecurity: true,
  devTools: false,
  spellcheck: false,
  navigateOnDragDrop: false,
  // SECURITY: a dialog of the page would look like one of ours, and a series of them would block the person.
  disableDialogs: true,
}
