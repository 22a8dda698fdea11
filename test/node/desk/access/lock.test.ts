/** The lock of the desk: stopped and completed work, unlocking, and audit lines. */
import { afterEach, describe, expect, it } from 'vitest'
import { calls, type CallName } from '#shared/ipc/contract.ts'
import { everyCall } from '../../../support/canary/every-call.ts'
import { createCanaries } from '../../../support/canary/canaries.ts'
import { createGatewayClient } from '../../../../electron/gateway/client.ts'
import type { GatewayPort } from '../../../../electron/gateway/port.ts'
import { actionForm, carriedOut, sell } from '../order-support.ts'
import { charge, chargeForm, closeAll, endpoint, open } from '../support.ts'
import { statusQueries, lost } from '../resolution-support.ts'
import { asOperator, minute, openAgain, openProtected, passphrase } from './support.ts'

afterEach(closeAll)

const confirm = { reason: null, acceptUnverifiedCard: true }
const planted = createCanaries()
const inputs = everyCall(
  { profileId: 'p', keyId: 'k', entryId: 'e', environment: 'sandbox', baseUrl: 'http://127.0.0.1:9' }, planted,
)
const free: readonly CallName[] = [
  'app.describe', 'app.checkInstallation', 'app.thirdParty', 'access.describe', 'access.lock', 'access.unlock',
  'access.startOver',
]

describe('a locked desk', () => {
  it('answers only calls that need no person, and shows nothing of the work in progress', async () => {
    const desk = await openProtected()
    await charge(desk)
    await desk.call('access.lock', null)
    const emittedBefore = desk.events.length
    for (const name of Object.keys(calls) as CallName[]) {
      if (!free.includes(name)) expect(await desk.refused(name, inputs[name] as never), name).toEqual({ code: 'desk-locked' })
    }
    for (let times = 0; times < 20; times++) await desk.clock.pass(minute)
    expect(desk.events.slice(emittedBefore)).toEqual([])
    expect(await desk.call('access.describe', null)).toMatchObject({
      state: 'locked', persons: [{ name: 'Ada Administrator' }], lastPersonId: desk.administrator.id, openOutcomes: 1,
    })
  })

  it('is the start of every run of a protected desk: the gateway gets no request until a person unlocks it', async () => {
    const first = await openProtected()
    await lost(first, true)
    const operator = await asOperator(first)
    await first.end()
    const desk = await openAgain(first)
    expect(await desk.call('access.describe', null)).toMatchObject({
      state: 'locked', openOutcomes: 1, retryInMs: 0, lastPersonId: operator.id,
    })
    const before = statusQueries(desk)
    for (let times = 0; times < 5; times++) await desk.clock.pass(10 * minute)
    expect(statusQueries(desk)).toBe(before)
    await desk.unlock()
    await expect.poll(async () => {
      await desk.clock.pass(1_000)
      return (await desk.call('resolution.list', null)).length
    }).toBe(0)
    expect(desk.ordersInLedger()).toHaveLength(1)
  })

  it('cannot be opened without a passphrase, and checks one at a time', async () => {
    const desk = await openProtected()
    await desk.call('access.lock', null)
    const attempt = (guess: string) =>
      desk.refused('access.unlock', { proof: { personId: desk.administrator.id, passphrase: guess } })
    expect(await desk.refused('access.unlock', { proof: null })).toEqual({ code: 'desk-locked' })
    expect(await attempt('a wrong guess')).toMatchObject({ code: 'passphrase-refused', why: 'wrong' })
    // Fifty at once, with the correct one among them: while one is checked, and while it has to wait, no other is.
    const flood = await Promise.all([...Array<string>(50).fill('another guess'), passphrase].map(attempt))
    expect(new Set(flood.map((failure) => failure.code === 'passphrase-refused' && failure.why))).toEqual(new Set(['too-soon']))
    const state = await desk.call('access.describe', null)
    expect(state).toMatchObject({ state: 'locked' })
    expect(state.state === 'locked' && state.retryInMs).toBeGreaterThan(0)
    expect(await desk.refused('history.choices', null)).toEqual({ code: 'desk-locked' })
  })

  it('has audit lines with who opened it, who tried, and the cause of each lock', async () => {
    const desk = await openProtected()
    await desk.control.lock('screen-locked')
    const wrong = { personId: desk.administrator.id, passphrase: 'a wrong guess' }
    await desk.refused('access.unlock', { proof: wrong })
    await expect.poll(async () => {
      await desk.clock.pass(2_000)
      const state = await desk.calls['access.unlock']({ proof: { ...wrong, passphrase } })
      return state.ok
    }).toBe(true)
    const lines = (await desk.trail()).map(({ action, name, subject, detail }) => [action, name, subject, detail])
    expect(lines.slice(0, 4)).toEqual([
      ['vault-unlocked', 'Ada Administrator', 'Vault', ''],
      ['unlock-failed', '', 'Ada Administrator', 'Reason: passphrase-refused.'],
      ['vault-locked', 'Ada Administrator', 'Vault', 'The screen was locked.'],
      ['protection-set-up', '', 'Ada Administrator', ''],
    ])
    expect(JSON.stringify(lines)).not.toContain('guess')
  })
})

describe('locking', () => {
  it('completes a request in progress, once, with its outcome in the history, and then ends the vault', async () => {
    const real = createGatewayClient({ resolveProxy: async () => 'DIRECT', userAgent: 'test' })
    const sending = Promise.withResolvers<void>()
    const continued = Promise.withResolvers<void>()
    let isHeld = false
    const gateway: GatewayPort = {
      ...real,
      async send(request) {
        if (!isHeld) return await real.send(request)
        sending.resolve()
        await continued.promise
        return await real.send(request)
      },
    }
    const desk = await openProtected({ gateway })
    const { intentId } = await desk.call('payments.review', chargeForm(desk))
    isHeld = true
    const submitted = desk.call('payments.submit', { intentId, ...confirm })
    await sending.promise
    isHeld = false
    const locked = desk.control.lock('suspend')
    // The page is blank immediately; nothing new is accepted while the request is in progress.
    expect(desk.events.at(-1)).toMatchObject({ name: 'access.changed', payload: { state: 'locked' } })
    const emittedBefore = desk.events.length
    expect(await desk.refused('payments.submit', { intentId, ...confirm })).toEqual({ code: 'desk-locked' })
    // Far more turns of the journal than the end of the vault would take.
    for (let turns = 0; turns < 30; turns++) await desk.call('access.describe', null)
    expect(desk.control.sending()).toBe('recurrent-payment')
    expect(desk.vaultRuns()).toBe(true)
    continued.resolve()
    await locked
    expect(desk.vaultRuns()).toBe(false)
    expect((await submitted).outcome.kind).toBe('accepted')
    // Later changes and the following of orders are no longer reported.
    expect(desk.events.slice(emittedBefore).map(({ name }) => name)).toEqual(['vault.changed', 'access.changed'])
    await desk.unlock()
    expect(await desk.refused('payments.submit', { intentId, ...confirm })).toEqual({ code: 'intent-gone' })
    expect(desk.ordersInLedger()).toHaveLength(1)
  })

  it('drops every review: the next person cannot confirm another person’s review', async () => {
    const desk = await openProtected()
    const { intentId } = await desk.call('payments.review', chargeForm(desk))
    await asOperator(desk)
    expect(await desk.refused('payments.submit', { intentId, ...confirm })).toEqual({ code: 'intent-gone' })
    expect(desk.ordersInLedger()).toHaveLength(0)
  })

  it('sends nothing of a payment whose message box was open, even if it is confirmed after another person unlocked', async () => {
    const standing = Promise.withResolvers<void>()
    const pressed = Promise.withResolvers<boolean>()
    let dismissed = 0
    const confirmed = async () => {
      standing.resolve()
      return await pressed.promise
    }
    const desk = await openProtected({ system: { confirm: confirmed, dismissQuestion: () => { dismissed += 1 } } })
    const profileId = await desk.addProfile('production', 'Shop')
    const { intentId } = await desk.call('payments.review', { ...chargeForm(desk), profileId })
    const submitted = desk.refused('payments.submit', { intentId, ...confirm })
    await standing.promise
    await desk.call('access.lock', null)
    expect(dismissed).toBe(1)
    await desk.unlock()
    pressed.resolve(true)
    expect(await submitted).toEqual({ code: 'not-confirmed-outside' })
    expect(desk.ordersInLedger()).toHaveLength(0)
  })

  it('sends nothing of a refund during the query about its order, even if the reply comes after an unlock', async () => {
    const real = createGatewayClient({ resolveProxy: async () => 'DIRECT', userAgent: 'test' })
    const asking = Promise.withResolvers<void>()
    const continued = Promise.withResolvers<void>()
    let isHeld = false
    const gateway: GatewayPort = {
      ...real,
      async send(request) {
        const report = await real.send(request)
        if (!isHeld) return report
        isHeld = false
        asking.resolve()
        await continued.promise
        return report
      },
    }
    const desk = await openProtected({ gateway })
    const sold = await sell(desk)
    const { intentId } = await desk.call('payments.review', actionForm(desk, sold, 'return'))
    isHeld = true
    const submitted = desk.refused('payments.submit', { intentId, ...confirm })
    await asking.promise
    await desk.call('access.lock', null)
    await desk.unlock()
    continued.resolve()
    expect(await submitted).toEqual({ code: 'desk-locked' })
    expect(carriedOut(desk)).toEqual([])
  })

  it('leaves no review behind that was in progress, even if its reply comes after an unlock', async () => {
    const real = createGatewayClient({ resolveProxy: async () => 'DIRECT', userAgent: 'test' })
    const asking = Promise.withResolvers<void>()
    const continued = Promise.withResolvers<void>()
    const gateway: GatewayPort = {
      ...real,
      async send(request) {
        const report = await real.send(request)
        asking.resolve()
        await continued.promise
        return report
      },
    }
    const desk = await openProtected({ gateway })
    const reviewed = desk.refused('payments.review', chargeForm(desk))
    await asking.promise
    await desk.call('access.lock', null)
    await desk.unlock()
    continued.resolve()
    expect(await reviewed).toEqual({ code: 'desk-locked' })
  })

  it('ignores the result of a dialog that was open when the desk was locked', async () => {
    const written: string[] = []
    let statusQueries = 0
    const asking = Promise.withResolvers<void>()
    const chosen = Promise.withResolvers<void>()
    const desk = await openProtected({
      system: {
        async chooseSaveDestination(name) {
          statusQueries += 1
          asking.resolve()
          await chosen.promise
          return { fileName: name, write: async () => { written.push(name) } }
        },
      },
    })
    const { merchantOrderId } = await charge(desk)
    const filter = { text: '', states: [], operations: [], profileId: null }
    const exported = desk.refused('history.export', { exportId: 'e', filter, format: 'csv' })
    await asking.promise
    const order = { profileId: desk.profileId, entryPoint: endpoint, orderId: null, merchantOrderId }
    const { documentId } = await desk.call('documents.prepare', { order, wanted: { kind: 'investigation' } })
    const investigated = desk.refused('documents.save', { documentId, language: 'en', format: 'text' })
    await expect.poll(() => statusQueries).toBe(2)
    await desk.call('access.lock', null)
    chosen.resolve()
    expect([await exported, await investigated]).toEqual([{ code: 'cancelled' }, { code: 'cancelled' }])
    expect(written).toEqual([])
    // A prepared document ends with the unlock in which it was prepared.
    await desk.unlock()
    expect(await desk.refused('documents.text', { documentId, language: 'en' })).toEqual({ code: 'document-gone' })
  })

  it('happens after the idle time in the settings, according to the system, whatever the page reports', async () => {
    let idleMs: number | null = null
    const desk = await openProtected({ system: { idleMs: () => idleMs } })
    const stateOf = async () => (await desk.call('access.describe', null)).state
    // If the system does not report it, the window's activity counts.
    for (let times = 0; times < 9; times++) {
      await desk.clock.pass(5 * minute)
      await desk.call('access.noteActivity', null)
    }
    expect(await stateOf()).toBe('unlocked')
    await desk.clock.pass(10 * minute)
    await expect.poll(stateOf).toBe('locked')
    await desk.unlock()
    // If it does, a compromised page cannot keep a desk open.
    idleMs = 0
    await desk.clock.pass(60 * minute)
    expect(await stateOf()).toBe('unlocked')
    idleMs = 10 * minute
    for (let times = 0; times < 100; times++) await desk.calls['access.noteActivity'](null)
    await desk.clock.pass(15_000)
    await expect.poll(stateOf).toBe('locked')
    await desk.unlock()
    expect((await desk.trail()).find(({ action }) => action === 'vault-locked')).toMatchObject({
      detail: 'Nobody used it for the time in the settings.',
    })
  })

  it('by sleep, screen or idle time does not lock an unprotected desk', async () => {
    const unprotected = await open()
    for (const cause of ['idle', 'suspend', 'screen-locked', 'user-switched'] as const) await unprotected.control.lock(cause)
    expect(await unprotected.call('access.describe', null)).toEqual({ state: 'unprotected', setUp: 'impossible' })
    expect(await unprotected.call('access.lock', null)).toMatchObject({ state: 'locked', persons: [] })
    expect(await unprotected.call('access.unlock', { proof: null })).toMatchObject({ state: 'unprotected' })
  })

  it('allows quitting like an open desk', async () => {
    const desk = await openProtected()
    await desk.call('access.lock', null)
    await desk.control.prepareToQuit()
    await desk.end()
    const again = await openAgain(desk)
    await again.unlock()
    expect((await again.trail()).filter(({ action }) => action === 'application-ended')).toMatchObject([{ name: '' }])
  })
})
