/**
 * A charge while the keychain is killed, hangs, is locked or emptied: messages, requests, and the next possible
 * steps.
 */
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import type { ProfileId } from '#shared/brands.ts'
import { createGatewayClient } from '../../../electron/gateway/client.ts'
import type { GatewayPort } from '../../../electron/gateway/port.ts'
import { keyringMissing, startKeyring, type TestKeyring } from '../../host/keyring.ts'
import { expectLockInTime } from '../vault/support.ts'
import { until } from './resolution-support.ts'
import { charge, chargeForm, closeAll, open, type OpenOptions, type TestDesk } from './support.ts'

const missing = keyringMissing()
if (missing !== null) console.warn(`Charges are not tested while a real keychain fails: ${missing}`)

const confirm = { reason: null, acceptUnverifiedCard: false }
const everything = { text: '', states: [], operations: [], profileId: null, before: null, limit: 50 }

let keyring: TestKeyring
afterEach(async () => {
  keyring.resume()
  await closeAll()
  await keyring.stop()
})

interface Reviewed {
  readonly desk: TestDesk
  readonly profileId: ProfileId
  submit(): ReturnType<typeof submit>
  refusedSubmit(): ReturnType<TestDesk['refused']>
  charges(): Promise<number>
}

/** A reviewed charge of a profile whose control secret is in the keychain. */
async function reviewed(keychain: TestKeyring, options: OpenOptions = {}): Promise<Reviewed> {
  keyring = keychain
  const desk = await open({ ...options, keychain: keychain.env })
  const profileId = await desk.addProfile('sandbox', 'By the keychain')
  const { intentId } = await desk.call('payments.review', chargeForm({ ...desk, profileId }))
  return {
    desk, profileId,
    submit: () => submit(desk, intentId),
    refusedSubmit: () => desk.refused('payments.submit', { intentId, ...confirm }),
    async charges() {
      const page = await desk.call('history.search', { ...everything, operations: ['recurrent-payment'] })
      return page.rows.length
    },
  }
}

const submit = (desk: TestDesk, intentId: string) =>
  desk.call('payments.submit', { intentId: intentId as never, ...confirm })

/** Nothing was sent or recorded as sent; after the repair the same review is confirmed and sent once. */
async function expectNothingSentThenOnce(
  { desk, submit: again, charges }: Reviewed, repair: () => void | Promise<void>,
) {
  expect(desk.ordersInLedger()).toHaveLength(0)
  expect(await charges()).toBe(0)
  await repair()
  expect((await again()).outcome.kind).toBe('accepted')
  expect(desk.ordersInLedger()).toHaveLength(1)
}

describe.skipIf(missing !== null)('the history of a desk with a keychain', () => {
  it('is signed automatically after writes, and to its end when it is verified', async () => {
    keyring = await startKeyring()
    const desk = await open({ keychain: keyring.env })
    await charge(desk)
    await expect.poll(() => desk.call('maintenance.headKey', null)).toMatchObject({ since: expect.any(Number) })
    await desk.call('access.lock', null)
    await desk.call('access.unlock', { proof: null })
    await charge(desk)
    const verified = await desk.call('maintenance.verify', null)
    expect(verified).toMatchObject({ firstBreak: null, unsigned: 0, signedAtStart: 0, heads: { byAnotherKey: 0 } })
  })
})

describe.skipIf(missing !== null)(`a charge while the keychain fails${missing === null ? '' : ` (skipped: ${missing})`}`, () => {
  it('killed between review and confirmation: locked until the person unlocks the new one', async () => {
    const charge = await reviewed(await startKeyring())
    await keyring.kill()
    expect(await charge.refusedSubmit()).toEqual({ code: 'keychain-locked' })
    await expectNothingSentThenOnce(charge, () => keyring.unlock())
  })

  it('killed and not started again: unavailable, not lost', async () => {
    const charge = await reviewed(await startKeyring({ bare: true }))
    await keyring.kill()
    expect(await charge.refusedSubmit()).toMatchObject({ code: 'keychain-missing', detail: expect.stringContaining('not lost') })
    await expectNothingSentThenOnce(charge, () => keyring.restart())
  })

  it('killed between signature and request: the charge is sent once, and resolved when the keychain is back', async () => {
    const real = createGatewayClient({ resolveProxy: async () => 'DIRECT', userAgent: 'test' })
    let killBefore = false
    const gateway: GatewayPort = {
      ...real,
      async send(request) {
        if (killBefore) await keyring.kill()
        return await real.send(request)
      },
    }
    const { desk, submit: confirmed } = await reviewed(await startKeyring({ bare: true }), { gateway })
    killBefore = true
    const answer = await confirmed()
    killBefore = false
    expect(answer.outcome).toMatchObject({ kind: 'accepted' })
    expect(desk.ordersInLedger()).toHaveLength(1)
    expect(await desk.refused('orders.checkStatus', { entryId: answer.entryId })).toMatchObject({ code: 'keychain-missing' })
    await keyring.restart()
    expect((await desk.call('orders.checkStatus', { entryId: answer.entryId })).answer.outcome).toMatchObject({ kind: 'answered' })
    expect(desk.ordersInLedger()).toHaveLength(1)
  })

  it('back again: once one status was checked, all others that it stopped are checked too', async () => {
    const { desk, profileId, submit: confirmed } = await reviewed(await startKeyring({ bare: true }))
    const answers = [await confirmed()]
    for (const amount of ['20.20', '30.30']) {
      const { intentId } = await desk.call('payments.review', chargeForm({ ...desk, profileId }, { amount }))
      answers.push(await submit(desk, intentId))
    }
    const codes = async () => (await desk.call('resolution.list', null)).map(({ cannotAsk }) => cannotAsk?.code)
    await keyring.kill()
    await until(desk, async () => (await codes()).every((code) => code === 'keychain-missing'))
    await keyring.restart()
    await desk.call('orders.checkStatus', { entryId: answers[0]!.entryId })
    await until(desk, async () => (await codes()).length === 0)
    expect(desk.ordersInLedger()).toHaveLength(3)
  })

  it('locked in the middle: reported, and the same review continues once it is unlocked', async () => {
    const charge = await reviewed(await startKeyring())
    keyring.lock()
    expect(await charge.refusedSubmit()).toEqual({ code: 'keychain-locked' })
    await expectNothingSentThenOnce(charge, () => keyring.unlock())
  })

  it('hanging: reported after the deadline, other calls work, and it continues automatically when the keychain does', async () => {
    const charge = await reviewed(await startKeyring())
    const { desk } = charge
    keyring.pause()
    const hanging = charge.refusedSubmit()
    // While it hangs the rest of the window works.
    expect(await charge.charges()).toBe(0)
    expect((await desk.call('app.describe', null)).osUser).not.toBe('')
    expect(await hanging).toEqual({ code: 'keychain-waiting' })
    expect(await desk.call('vault.describe', null)).toEqual({ state: 'failed', failure: { code: 'keychain-waiting' } })
    const child = desk.vault.child().pid
    await expectNothingSentThenOnce(charge, async () => {
      keyring.resume()
      await expect.poll(async () => (await desk.call('vault.describe', null)).state).toBe('open')
    })
    expect(desk.vault.child().pid).toBe(child)
  })

  it('hanging permanently: the desk can be locked within 2 s, nothing is sent, and it is reviewed again afterwards', async () => {
    const charge = await reviewed(await startKeyring())
    const { desk, profileId } = charge
    keyring.pause()
    const hanging = charge.refusedSubmit()
    const isOpen = () => expect.poll(async () => (await desk.call('vault.describe', null)).state).toBe('open')
    await expectLockInTime(
      async () => { expect(await desk.call('access.lock', null)).toMatchObject({ state: 'locked' }) },
      async () => {
        keyring.resume()
        await desk.call('access.unlock', { proof: null })
        await isOpen()
        keyring.pause()
        void desk.calls['vault.describe'](null)
      },
    )
    expect(await hanging).toEqual({ code: 'desk-locked' })
    keyring.resume()
    await desk.call('access.unlock', { proof: null })
    await isOpen()
    expect(await charge.refusedSubmit()).toEqual({ code: 'intent-gone' })
    expect(desk.ordersInLedger()).toHaveLength(0)
    const { intentId } = await desk.call('payments.review', chargeForm({ ...desk, profileId }))
    expect((await submit(desk, intentId)).outcome.kind).toBe('accepted')
    expect(desk.ordersInLedger()).toHaveLength(1)
  })

  it('emptied: reported as doubtful, nothing sent, nothing created again', async () => {
    const charge = await reviewed(await startKeyring())
    const { desk } = charge
    await keyring.kill()
    rmSync(join(keyring.env.HOME!, '.local/share/keyrings'), { recursive: true })
    await keyring.restart()
    expect(await charge.refusedSubmit()).toMatchObject({ code: 'keychain-doubtful' })
    expect(desk.ordersInLedger()).toHaveLength(0)
    expect(await charge.charges()).toBe(0)
    const state = await desk.call('vault.describe', null)
    expect(state).toMatchObject({ state: 'failed', failure: { code: 'keychain-doubtful' } })
  })

  it('locked or missing, the built-in gateway works anyway', async () => {
    keyring = await startKeyring()
    const desk = await open({ keychain: keyring.env })
    keyring.lock()
    await desk.call('access.lock', null)
    await desk.call('access.unlock', { proof: null })
    const { intentId } = await desk.call('payments.review', chargeForm(desk))
    expect((await submit(desk, intentId)).outcome.kind).toBe('accepted')
  })
})
