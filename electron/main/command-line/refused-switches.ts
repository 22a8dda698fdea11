/**
 * Switches with which a package does not open.
 *
 * SECURITY: no fuse of Electron covers these. None is one that Electron gives itself in its main process, whatever the
 * person did: it adds `allow-file-access-from-files` before any of our code runs (no page of ours is loaded from a
 * file, and the fuse for files is off), on macOS `enable-avfoundation`, on Linux `ozone-platform` and
 * `desktop-startup-id`, and `enable-sandbox` because main asks for it. Which features it turns on and off does not
 * reach its command line. `no-sandbox` is also what the variable `ELECTRON_DISABLE_SANDBOX` adds.
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
] as const

export type RefusedSwitch = (typeof refusedSwitches)[number]

/** The refused switches on a command line, in the order above. `has` answers for Chromium's own. */
export function refusedAmong(has: (name: string) => boolean): RefusedSwitch[] {
  return refusedSwitches.filter((name) => has(name))
}

/** What the person is told who started the application with a refused switch. */
export function refusalSentence(name: RefusedSwitch): string {
  return `Gateway Console was started with --${name}, which would remove its protection, and did not open. `
    + 'Nothing was sent. Start it without this switch'
    + (name === 'no-sandbox'
      ? ' and without the variable ELECTRON_DISABLE_SANDBOX. If the system refuses the sandbox to programs, install the '
        + 'deb or rpm package, which allows it to this one.'
      : '.')
}
