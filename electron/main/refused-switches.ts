/**
 * Import this before anything else in the entry of a package: it ends here, with one sentence and code 64, when it was
 * started with a switch that opens its pages or its processes to others.
 */
import { writeSync } from 'node:fs'
import { app, dialog } from 'electron'
import { refusedExitCode } from './refused-exit-code.ts'
import { selfCheckMode } from './self-check-mode.ts'

/**
 * SECURITY: no fuse of Electron covers these. Asked of Chromium's own command line, which holds what the environment
 * (`ELECTRON_DISABLE_SANDBOX`) and the launcher of an AppImage add as well.
 */
const refusedSwitches = [
  // Another program would read and drive the page that holds the bridge.
  'remote-debugging-port', 'remote-debugging-pipe',
  // A page without its sandbox, or without the border between origins, is a page with the rights of the person.
  'no-sandbox', 'disable-setuid-sandbox', 'disable-namespace-sandbox', 'disable-seccomp-filter-sandbox',
  'disable-gpu-sandbox', 'single-process', 'disable-web-security', 'disable-site-isolation-trials',
  'allow-running-insecure-content', 'unsafely-treat-insecure-origin-as-secure', 'allow-file-access-from-files',
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

// SECURITY: Chromium writes the keys of its connections into the file that this names, also from its other processes.
delete process.env.SSLKEYLOGFILE

const found = refusedSwitches.find((name) => app.commandLine.hasSwitch(name))
if (found !== undefined) {
  const sentence = `Gateway Console was started with --${found}, which would remove its protection, and did not open. `
    + 'Nothing was sent. Start it without this switch'
    + (found === 'no-sandbox' ? ', and let this system give programs user namespaces (or install the deb package).' : '.')
  // On Linux Electron has no box before it is ready; a check from the command line waits for nobody.
  if (process.platform === 'linux' || selfCheckMode(process.argv) !== 'off') writeSync(2, `${sentence}\n`)
  else dialog.showErrorBox('Gateway Console', sentence)
  process.exit(refusedExitCode)
}
