import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { keyringMissing, startKeyring, type TestKeyring } from '../../host/keyring.ts'
import { createInstallation, value, type Installation } from './support.ts'

const missing = keyringMissing()

let installation: Installation
beforeEach(() => { installation = createInstallation() })
afterEach(() => installation.remove())

describe.skipIf(missing !== null)(`in a real keychain${missing === null ? '' : ` (skipped: ${missing})`}`, () => {
  let keyring: TestKeyring
  beforeEach(async () => { keyring = await startKeyring() })
  afterEach(() => keyring.stop())

  const start = () => installation.start(keyring.env)

  test('the record of the journal’s end outlasts a restart', async () => {
    const one = start()
    expect(await value(one.port.journalEnd())).toBeNull()
    const end = { position: 7, link: '11'.repeat(32), at: '2026-11-20T12:00:00.000Z' }
    await value(one.port.keepJournalEnd({ ...end, position: 5 }))
    await value(one.port.keepJournalEnd(end))
    await one.end()
    const two = start()
    expect(await value(two.port.journalEnd())).toEqual(end)
    const restoring = { ...end, restoring: '2026-11-20T12:05:00.000Z' }
    await value(two.port.keepJournalEnd(restoring))
    await two.end()
    expect(await value(start().port.journalEnd())).toEqual(restoring)
  })
})
