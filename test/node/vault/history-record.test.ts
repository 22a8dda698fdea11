/** The record of the history in the keychain, with a real keychain. */
import { afterEach, expect, it } from 'vitest'
import type { UtcTime } from '#shared/brands.ts'
import type { HistoryRecord } from '#shared/model/history/history-trust.ts'
import { wrappingBytes } from '../../../electron/vault/keychain/sizes.ts'
import { maxEntryBytes } from '../../../electron/vault/keychain/keychain.ts'
import { keyringMissing, startKeyring, type TestKeyring } from '../../host/keyring.ts'
import { closeAll, open } from '../desk/support.ts'
import { createInstallation, type Installation, value } from './support.ts'

const missing = keyringMissing()
if (missing !== null) console.warn(`The history's record is not tested in a real keychain: ${missing}`)

let keyring: TestKeyring
let installation: Installation | null = null
afterEach(async () => {
  await closeAll()
  await installation?.remove()
  installation = null
  await keyring.stop()
})

const at = '2026-11-20T08:00:00.000Z' as UtcTime
/** The longest possible record. */
const record: HistoryRecord = {
  newest: { number: Number.MAX_SAFE_INTEGER, link: 'f'.repeat(64), at }, keyId: 'a'.repeat(64),
  careful: { decision: 'restored', since: at, endsNotBefore: at },
}

it.skipIf(missing !== null)('exists at the next start, and fits into an entry of every platform', async () => {
  keyring = await startKeyring()
  installation = createInstallation()
  const first = installation.start(keyring.env)
  expect(await value(first.port.historyRecord())).toEqual({ kind: 'kept', record: null })
  await value(first.port.keepHistoryRecord(record))
  await first.end()
  const next = installation.start(keyring.env)
  expect(await value(next.port.historyRecord())).toEqual({ kind: 'kept', record })
  expect(JSON.stringify({ record: 'history', ...record }).length + 1 + wrappingBytes).toBeLessThan(maxEntryBytes)
})

it.skipIf(missing !== null)('is timed by the desk when it opens, which then writes before each request or every two seconds', async () => {
  keyring = await startKeyring()
  const measured: unknown[] = []
  const desk = await open({
    keychain: keyring.env,
    system: { monotonic: () => performance.now() },
    log: (event, fields) => { if (event === 'newest-number-measured') measured.push(fields) },
  })
  expect(await desk.call('historyTrust.describe', null)).toEqual({ kind: 'in-order' })
  await expect.poll(() => measured.length).toBe(1)
  const { durationMs, state } = measured[0] as { durationMs: number; state: string }
  console.info(`writing the number takes ${durationMs} ms here: ${state}`)
  expect(state).toBe(durationMs < 20 ? 'before-each-send' : 'every-2-s')
})
