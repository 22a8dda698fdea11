/**
 * A journal that is deleted or replaced by an older copy, and a keychain that loses its record: no merchant order
 * id is charged twice.
 */
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { charge, closeAll, endpoint } from '../support.ts'
import { copyOfJournal, killed, openReal, removeJournal, restarted, type RealDesk } from './history-support.ts'
import { asOperator, operatorPassphrase } from './support.ts'

afterEach(closeAll)

const behind = (why: string) => ({ code: 'history-behind', why })
const goOn = { reason: 'The disk was replaced.' }

/** A desk that charged `inv-77` after its journal was copied to `copy`. */
async function chargedAfterCopy() {
  const first = await openReal()
  let copy = { restore: () => undefined as void }
  const desk = await restarted(first, () => { copy = copyOfJournal(first.folder) })
  expect(await desk.charge('inv-77')).toBe(null)
  return { desk, copy }
}

async function expectStopped(desk: RealDesk, why: string) {
  expect(await desk.trust()).toEqual({ kind: 'behind', why })
  expect(await desk.charge('inv-77')).toEqual(behind(why))
  expect(await desk.charge('another')).toEqual(behind(why))
  expect(desk.ordersOf('inv-77')).toBe(1)
  expect(desk.ordersOf('another')).toBe(0)
}

describe('a journal replaced by a copy from before a charge', () => {
  it('stops payments after a quit, until an administrator decides', async () => {
    const { desk, copy } = await chargedAfterCopy()
    const again = await restarted(desk, () => { copy.restore() })
    await expectStopped(again, 'older')
    expect((await again.trail()).map(({ action }) => action)).toContain('history-behind')
    // The same at the next start, and after another lock.
    const third = await restarted(again)
    await expectStopped(third, 'older')
    await third.call('access.lock', null)
    await third.unlock()
    await expectStopped(third, 'older')
  })

  it('stops payments after a kill: the number was in the keychain before the charge was sent', async () => {
    const desk = await openReal()
    const copy = copyOfJournal(desk.folder)
    expect(await desk.charge('inv-77')).toBe(null)
    await expectStopped(await killed(desk, () => { copy.restore() }), 'older')
  })

  it('does not stop lookups and the sandbox', async () => {
    const { desk, copy } = await chargedAfterCopy()
    const again = await restarted(desk, () => { copy.restore() })
    const status = await again.call('orders.status', {
      profileId: again.id, entryPoint: endpoint, merchantOrderId: 'inv-77' as never, orderId: null, serialNumber: null,
      askAnyway: false,
    })
    expect(status.answer.outcome.kind).toBe('answered')
    expect((await charge(again)).outcome.kind).toBe('accepted')
  })

  it('is in order again once the newest file is restored', async () => {
    const { desk, copy } = await chargedAfterCopy()
    let right = { restore: () => undefined as void }
    const again = await restarted(desk, () => {
      right = copyOfJournal(desk.folder)
      copy.restore()
    })
    await expectStopped(again, 'older')
    const third = await restarted(again, () => { right.restore() })
    expect(await third.trust()).toEqual({ kind: 'in-order' })
    expect(await third.charge('inv-77')).toMatchObject({ code: 'merchant-order-id-used' })
  })
})

it.each(['quit', 'kill'])('a journal that is deleted after a %s stops payments', async (end) => {
  const { desk } = await chargedAfterCopy()
  const again = await (end === 'quit' ? restarted : killed)(desk, () => { removeJournal(desk.folder) })
  await expectStopped(again, 'missing')
  await expectStopped(await restarted(again), 'older')
})

describe('the keychain', () => {
  it('without the number of an existing history makes it count as behind', async () => {
    const { desk } = await chargedAfterCopy()
    await expectStopped(await restarted(desk, async () => { await desk.keychain.delete('history-record') }), 'no-record')
  })

  it('without the signing key of existing heads makes the history count as behind, also if another key was created since', async () => {
    const { desk } = await chargedAfterCopy()
    const again = await restarted(desk, async () => { await desk.keychain.delete('journal-head-key') })
    await expectStopped(again, 'key')
    await expectStopped(await restarted(again), 'key')
  })

  it('that accepts no number is reported, and payments continue', async () => {
    const first = await openReal()
    const set = first.keychain.set.bind(first.keychain)
    Object.assign(first.keychain, {
      set: async (name: string, value: Buffer) => name === 'history-record'
        ? { ok: false, failure: { code: 'keychain-locked' } } : await set(name, value),
    })
    expect(await first.charge('second')).toBe(null)
    expect((await first.call('profiles.list', null)).warnings).toEqual([expect.stringContaining('keychain-locked')])
    Object.assign(first.keychain, { set })
    await first.clock.pass(2_000)
    await first.charge('third')
    expect((await first.call('profiles.list', null)).warnings).toEqual([])
  })
})

describe('the decision', () => {
  it('is an administrator\'s, in a message box of the system', async () => {
    const { desk, copy } = await chargedAfterCopy()
    let answer = false
    const options = { asksEveryBox: true as const, system: { confirm: async () => answer } }
    const first = await restarted(desk)
    await first.control.prepareToQuit()
    const again = await killed(first, () => { copy.restore() }, options)
    expect(await again.refused('historyTrust.goOn', goOn)).toEqual({ code: 'not-confirmed-outside' })
    await expectStopped(again, 'older')
    answer = true
    const operator = await asOperator(again)
    expect(await again.refused('historyTrust.goOn', goOn)).toEqual({ code: 'administrator-needed' })
    await expectStopped(again, 'older')
    await again.call('access.lock', null)
    await again.unlock()
    await again.call('historyTrust.goOn', goOn)
    expect(await again.trust()).toMatchObject({ kind: 'careful', decision: 'gone-on' })
    expect((await again.trail()).find(({ action }) => action === 'gateway-questions-begun')?.detail).toContain('The disk was replaced.')
    await again.call('access.lock', null)
    await again.unlock(operator, operatorPassphrase)
    expect(await again.charge('inv-77')).toEqual({ code: 'gateway-knows-order' })
  })

  it('survives a restart; a journal that is replaced once more stops payments once more', async () => {
    const { desk, copy } = await chargedAfterCopy()
    const again = await restarted(desk, () => { copy.restore() })
    await again.call('historyTrust.goOn', goOn)
    const third = await restarted(again)
    expect(await third.trust()).toMatchObject({ kind: 'careful' })
    expect(await third.charge('inv-77')).toEqual({ code: 'gateway-knows-order' })
    await expectStopped(await restarted(third, () => { copy.restore() }), 'older')
  })

  it('about a lost signing key is kept', async () => {
    const { desk } = await chargedAfterCopy()
    const again = await restarted(desk, async () => { await desk.keychain.delete('journal-head-key') })
    await again.call('historyTrust.goOn', goOn)
    expect(await (await restarted(again)).trust()).toMatchObject({ kind: 'careful' })
  })

  it('is refused if there is nothing to decide', async () => {
    const desk = await openReal()
    expect(await desk.refused('historyTrust.goOn', goOn)).toEqual({ code: 'history-not-behind' })
    expect(await desk.refused('historyTrust.endQuestions', null)).toEqual({ code: 'history-not-behind' })
  })
})

describe('a restore', () => {
  it('of an older backup over a history in order loses nothing, and stays in order', async () => {
    const desk = await openReal()
    const { fileName } = await desk.call('maintenance.backUp', null)
    expect(await desk.charge('inv-77')).toBe(null)
    await desk.call('maintenance.restore', { fileName })
    expect(await desk.trust()).toEqual({ kind: 'in-order' })
    expect(await desk.charge('inv-77')).toMatchObject({ code: 'merchant-order-id-used' })
    const again = await restarted(desk)
    expect(await again.trust()).toEqual({ kind: 'in-order' })
    expect(again.ordersOf('inv-77')).toBe(1)
  })

  it('over a deleted journal decides: the gateway is queried about orders that the backup does not have', async () => {
    const desk = await openReal()
    const { fileName } = await desk.call('maintenance.backUp', null)
    expect(await desk.charge('inv-77')).toBe(null)
    const again = await restarted(desk, () => {
      for (const name of ['journal.db', 'journal.db-wal', 'journal.db-shm']) rmSync(join(desk.folder, name), { force: true })
    })
    await expectStopped(again, 'missing')
    await again.call('maintenance.restore', { fileName })
    expect(await again.trust()).toMatchObject({ kind: 'careful', decision: 'restored' })
    expect(await again.charge('inv-77')).toEqual({ code: 'gateway-knows-order' })
    expect(await again.charge('new-one')).toBe(null)
    expect(again.ordersOf('inv-77')).toBe(1)
    expect(await (await restarted(again)).trust()).toMatchObject({ kind: 'careful', decision: 'restored' })
  })
})
