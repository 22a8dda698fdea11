/**
 * `npm run bench -- keychain-stress`: the stress test of the vault's keychain, 300 rounds. It needs a private Linux
 * keychain (gnome-keyring, dbus) and is a longer run of the one in `npm test`. Exit code 1 if it failed or could
 * not run.
 */
import { runTool } from '../../resources/scripts/common.mjs'
import { keyringMissing } from '../host/keyring.ts'
import { printedSeed, sizeOf } from './options.ts'

const env = {
  GATEWAY_CONSOLE_SEED: String(printedSeed()),
  KEYCHAIN_STRESS_ROUNDS: String(sizeOf({ whole: 300, small: 5 })),
}
const missing = keyringMissing()
if (missing !== null) console.log(`The keychain cannot be put under stress here: ${missing}`)
const code = missing === null
  ? await runTool('vitest', ['run', 'test/node/vault/keychain-stress.test.ts'], { env }) : 1
if (code !== 0) process.exitCode = 1
