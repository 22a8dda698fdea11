import { existsSync, readFileSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'

const setting = (path) => existsSync(path) ? readFileSync(path, 'utf8').trim() : null

/** True if the person has explicitly allowed Chromium to run without its sandbox. */
export const withoutSandboxAllowed = () => process.env.GATEWAY_CONSOLE_ALLOW_NO_SANDBOX === '1'

/** Why Linux forbids the sandbox of Electron's `binary`, and the remedy; null if nothing is known to forbid it. */
export function sandboxRemedy(binary) {
  if (process.platform !== 'linux') return null
  const helper = join(dirname(binary), 'chrome-sandbox')
  if (existsSync(helper) && isSetuidRoot(helper)) return null
  const setuid = `sudo chown root ${helper} && sudo chmod 4755 ${helper}`
  if (setting('/proc/sys/kernel/apparmor_restrict_unprivileged_userns') === '1') {
    return 'AppArmor keeps user namespaces, and with them Chromium\'s sandbox, from programs without a profile. '
      + `Allow Electron's own helper instead: ${setuid}`
  }
  if (setting('/proc/sys/kernel/unprivileged_userns_clone') === '0' || setting('/proc/sys/user/max_user_namespaces') === '0') {
    return `Linux is set to forbid user namespaces, and with them Chromium's sandbox. Allow Electron's own helper instead: ${setuid}`
  }
  return null
}

function isSetuidRoot(path) {
  const { uid, mode } = statSync(path)
  return uid === 0 && (mode & 0o4000) !== 0
}
