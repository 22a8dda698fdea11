/** No key is lost and none is in clear, whenever the vault is killed; 500 rounds: `npm run bench -- lock-kill`. */
import { expect, inject, it } from 'vitest'
import { runLockKill } from '../../bench/kill/vault/rounds.ts'
import { chosenSeed } from '../../bench/seed.ts'

const seed = chosenSeed(4)

it(`loses nothing by any of 12 kills of the vault (seed ${seed}) in the middle of its work`, async () => {
  const { losses, met } = await runLockKill({ built: inject('builtEntries'), rounds: 12, seed })
  expect(losses).toEqual([])
  // Otherwise nothing was tested.
  const inTheMiddle = Object.values(met).reduce((sum, counts) => sum + counts['in the middle'], 0)
  expect(inTheMiddle, JSON.stringify(met)).toBeGreaterThan(5)
}, 600_000)
