// The options of `npm start -- …`. Plain JavaScript for Node 20: it is read before anything is installed.

/** Every option, as `npm start -- --help` shows it. */
export const HELP = `npm start [-- OPTION… [ARGUMENT…]]

Installs what is missing, builds, and opens Gateway Console: in Electron, else in an installed browser.
Without a display it takes the guided tour instead: the main tasks on the built-in gateway, in about a minute.

  --tour             take the guided tour, also where there is a display
  --slow             the tour at a pace for people who watch; where there is a display, in a visible window
  --pictures FOLDER  where the tour puts its pictures and index.html (default: test/.artifacts/tour)
  --yes              install missing system packages without asking
  --help             show this

Anything else is passed on to the application.

Environment
  CHROMIUM_PATH           the browser to use
  ELECTRON_MIRROR         where to fetch Electron's binary from
  HTTPS_PROXY, NO_PROXY   the proxy to fetch it through (npm's own proxy settings count too)
  GATEWAY_CONSOLE_ALLOW_NO_SANDBOX=1
                          open Electron although Chromium's sandbox cannot run in it (root, no user namespaces)

The exit code is the application's; the tour's is 0 only if every step succeeded.`

const FLAGS = { '--tour': 'tour', '--slow': 'slow', '--yes': 'yes', '--help': 'help', '-h': 'help' }

/**
 * Reads the arguments. Unknown ones are for the application, in order. `problem` is a sentence if an option lacks its
 * value, otherwise null.
 *
 * @param {readonly string[]} args
 */
export function parseOptions(args) {
  const flags = { tour: false, slow: false, yes: false, help: false }
  /** @type {string[]} */
  const forApplication = []
  /** @type {string | null} */
  let pictures = null
  /** @type {string | null} */
  let problem = null
  for (let index = 0; index < args.length; index += 1) {
    const [name, given] = splitOnce(args[index])
    if (name === '--pictures') {
      pictures = given ?? args[index += 1] ?? null
      if (!pictures) problem = '--pictures needs a folder, for example --pictures tour'
    } else if (name in FLAGS && given === null) {
      flags[FLAGS[name]] = true
    } else {
      forApplication.push(args[index])
    }
  }
  return { ...flags, pictures, forApplication, problem }
}

/** @param {string} argument */
function splitOnce(argument) {
  const at = argument.startsWith('--') ? argument.indexOf('=') : -1
  return at < 0 ? [argument, null] : [argument.slice(0, at), argument.slice(at + 1)]
}
