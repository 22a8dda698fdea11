/**
 * Switches with which a package does not open.
 * SECURITY: no fuse of Electron covers these. Electron itself adds none of them in its main process. It adds
 * `allow-file-access-from-files` before any of our code runs (no page of ours is loaded from a file, and the fuse for
 * files is off), on macOS `enable-avfoundation`, on Linux `ozone-platform` and `desktop-startup-id`, and
 * `enable-sandbox` because main requests it. Features that it turns on and off are not in its command line. The
 * variable `ELECTRON_DISABLE_SANDBOX` also adds `no-sandbox`.
 */
const refusedSwitches = [
  // Another program could read and control the page that has the bridge.
  'remote-debugging-port', 'remote-debugging-pipe',
  // A page without its sandbox, or without separated origins, has the rights of the person.
  'no-sandbox', 'disable-setuid-sandbox', 'disable-namespace-sandbox', 'disable-seccomp-filter-sandbox',
  'disable-gpu-sandbox', 'single-process', 'disable-web-security', 'disable-site-isolation-trials',
  'allow-running-insecure-content', 'unsafely-treat-insecure-origin-as-secure',
  // Features that Chromium's developers consider unfinished.
  'enable-blink-features', 'enable-experimental-web-platform-features',
  // Another program would start instead of, or around, the page's process or the vault's.
  'browser-subprocess-path', 'renderer-cmd-prefix', 'utility-cmd-prefix', 'gpu-launcher',
  // With another data folder the desk's open outcomes would be missing.
  'user-data-dir',
  // A debugger in main, and options of the JavaScript engine that no fuse covers.
  'inspect', 'inspect-brk', 'inspect-port', 'inspect-wait', 'inspect-publish-uid', 'js-flags',
  // Requests of an issuer's page would be redirected, pass through another program, or be readable by one.
  'host-rules', 'host-resolver-rules', 'proxy-server', 'proxy-pac-url', 'ignore-certificate-errors',
  'ignore-certificate-errors-spki-list', 'ssl-key-log-file', 'log-net-log', 'load-extension',
] as const

export type RefusedSwitch = (typeof refusedSwitches)[number]

/** The refused switches on a command line, in the order above. `has` tests for a switch of Chromium. */
export function refusedAmong(has: (name: string) => boolean): RefusedSwitch[] {
  return refusedSwitches.filter((name) => has(name))
}

/** The sentence for a person who started the application with a refused switch. */
export function refusalSentence(name: RefusedSwitch): string {
  return `Gateway Console was started with --${name}, which would remove its protection, and did not open. `
    + 'Nothing was sent. Start it without this switch'
    + (name === 'no-sandbox'
      ? ' and without the variable ELECTRON_DISABLE_SANDBOX. If the system refuses the sandbox to programs, install the '
        + 'deb or rpm package, which allows it to this one.'
      : '.')
}
