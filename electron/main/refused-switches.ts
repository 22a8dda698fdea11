/**
 * Import this before anything else in the entry of a package: it ends here, with one sentence and code 64, when it was
 * started with a switch that opens its pages or its processes to others. Where only Linux's sandbox is missing, which a
 * launcher switches off without a person's knowledge, `refused` is true and the entry shows a message box.
 */
import { writeSync } from 'node:fs'
import { app, dialog } from 'electron'
import { refusedExitCode } from './refused-exit-code.ts'
import { selfCheckMode } from './self-check-mode.ts'

/**
 * SECURITY: no fuse of Electron covers these. Asked of Chromium's own command line, which has what the environment
 * (`ELECTRON_DISABLE_SANDBOX`) and a launcher add as well. `allow-file-access-from-files` cannot be among them: Electron
 * adds it to its own command line at every start. It changes nothing here, where no page is loaded from a file.
 */
const refusedSwitches = [
  // Another program would read and drive the page that holds the bridge.
  'remote-debugging-port', 'remote-debugging-pipe',
  // A page without its sandbox, or without the border between origins, is a page with the rights of the person.
  'no-sandbox', 'disable-setuid-sandbox', 'disable-namespace-sandbox', 'disable-seccomp-filter-sandbox',
  'disable-gpu-sandbox', 'single-process', 'disable-web-security', 'disable-site-isolation-trials',
  'allow-running-insecure-content', 'unsafely-treat-insecure-origin-as-secure',
  // What Chromium's makers do not call finished.
  'enable-blink-features', 'enable-experimental-web-platform-features',
  // Another program would be started in place of, or around, the page's process or the vault's.
  'browser-subprocess-path', 'renderer-cmd-prefix', 'utility-cmd-prefix', 'gpu-launcher',
  // Other data would not know this desk's open outcomes.
  'user-data-dir',
  // A debugger in main; Node's engine made to do what no fuse covers.
  'inspect', 'inspect-brk', 'inspect-port', 'inspect-wait', 'inspect-publish-uid', 'js-flags',
  // What an issuer's page says would go elsewhere, through another program, or be readable by one.
  'host-rules', 'host-resolver-rules', 'proxy-server', 'proxy-pac-url', 'ignore-certificate-errors',
  'ignore-certificate-errors-spki-list', 'ssl-key-log-file', 'log-net-log', 'load-extension',
]

const sandboxAdvice = 'Start it without this switch. If you did not set it, this system refuses user namespaces to '
  + 'programs: install the deb or rpm package, which brings its own permission, or ask your administrator.'

// SECURITY: Chromium writes the keys of its connections into the file that this names, also from its other processes.
delete process.env.SSLKEYLOGFILE

const found = refusedSwitches.find((name) => app.commandLine.hasSwitch(name))
const isQuiet = selfCheckMode(process.argv) !== 'off'

/** True when the application must not open, and a message box has still to say so. */
export const refused = found === 'no-sandbox' && process.platform === 'linux' && !isQuiet

if (found !== undefined) {
  const sentence = `Gateway Console was started with --${found}, which would remove its protection, and did not open. `
    + `Nothing was sent. ${found === 'no-sandbox' ? sandboxAdvice : 'Start it without this switch.'}`
  // On Linux Electron has no box before it is ready; a check from the command line waits for nobody.
  if (process.platform === 'linux' || isQuiet) writeSync(2, `${sentence}\n`)
  else dialog.showErrorBox('Gateway Console', sentence)
  if (!refused) process.exit(refusedExitCode)
  void app.whenReady()
    .then(() => dialog.showMessageBox({ type: 'error', title: 'Gateway Console', message: sentence }))
    .finally(() => { process.exit(refusedExitCode) })
}
