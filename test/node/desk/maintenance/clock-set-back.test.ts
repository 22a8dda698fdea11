/** Signing while the computer's clock is set back: it is timed by the monotonic clock. */
import { expect, it } from 'vitest'
import { failed } from '#shared/result.ts'
import type { VaultPort } from '../../../../electron/vault/port.ts'
import { headsOf } from './outside.ts'
import { aVault, charges, openHistory, valueOf } from './support.ts'

const minute = 60_000
const day = 24 * 60 * minute

it('rows are signed, and their end is kept, after the keychain had failed and the clock was set back by a day', async () => {
  const vault = aVault()
  let fails = true
  const failing: VaultPort = new Proxy(vault, {
    get: (target, name) => (fails && name === 'journalEnd'
      ? async () => failed({ code: 'keychain-locked' }) : Reflect.get(target, name) as unknown),
  })
  const history = openHistory({ vault: failing })
  await charges(history, 'one')
  history.signing.soon()
  await history.signing.caughtUp()
  fails = false
  history.clock.now += minute - day
  history.clock.setBack += day
  await charges(history, 'two')
  history.signing.soon()
  await expect.poll(() => headsOf(history)).toHaveLength(1)
  history.clock.now += minute
  await charges(history, 'three')
  history.signing.soon()
  await expect.poll(() => headsOf(history)).toHaveLength(2)
  const newest = await valueOf(history.journal.newestLink())
  await expect.poll(async () => (await valueOf(vault.journalEnd()))?.link).toBe(newest?.link)
})
