/**
 * `npm run bench -- lock-kill`: the vault is killed 500 times in the middle of set-up, encryption, unlocking, a
 * change of passphrase, the rotation of a key and a restore; `--size` is the number of kills. Exit code 1 if
 * anything was lost, a person was locked out, or a secret was found in clear.
 */
import { runFromCommandLine } from './kill/from-command-line.ts'
import { runLockKill } from './kill/vault/rounds.ts'

const { report: { rounds, met, losses }, seconds } = await runFromCommandLine(runLockKill, { whole: 500, small: 24 })
console.log(`${rounds} kills in ${seconds} s; killed before, in the middle of, after:`)
for (const [action, counts] of Object.entries(met)) {
  console.log(`  ${action.padEnd(22)} ${Object.values(counts).map((count) => String(count).padStart(4)).join(' ')}`)
}
console.log(`lost, locked out or in the clear: ${losses.length}`)
for (const loss of losses.slice(0, 20)) console.log(`  ${loss}`)
if (losses.length > 0) process.exitCode = 1
