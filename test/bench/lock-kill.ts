/**
 * `npm run bench -- lock-kill`: the vault is killed 500 times in the middle of set-up, wrapping, unlocking, a change of
 * passphrase, the rotation of a key and a restore; `--size` is the number of kills. Exit code 1 when anything was lost,
 * somebody was locked out, or a secret was found in the clear.
 */
import { buildEntries } from '../support/processes/built-entries.ts'
import { runLockKill } from './lock-kill/rounds.ts'
import { printedSeed, sizeOf } from './options.ts'

const start = performance.now()
const { rounds, met, losses } = await runLockKill({
  built: await buildEntries(),
  rounds: sizeOf({ whole: 500, small: 24 }),
  seed: printedSeed(),
  onRound: (round) => { if (round % 100 === 0) console.log(`${round} rounds`) },
})
console.log(`${rounds} kills in ${Math.round((performance.now() - start) / 1_000)} s; killed before, in the middle of, after:`)
for (const [action, counts] of Object.entries(met)) {
  console.log(`  ${action.padEnd(22)} ${Object.values(counts).map((count) => String(count).padStart(4)).join(' ')}`)
}
console.log(`lost, locked out or in the clear: ${losses.length}`)
for (const loss of losses.slice(0, 20)) console.log(`  ${loss}`)
if (losses.length > 0) process.exitCode = 1
