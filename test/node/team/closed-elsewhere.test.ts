/**
 * A desk learns that another desk closed its open outcome by hand, over the real database and the built-in gateway.
 */
import { afterEach, describe, expect, it } from 'vitest'
import type { Answer } from '#shared/model/answers/answer.ts'
import { stateOf } from '../desk/order-support.ts'
import { closeAll } from '../desk/support.ts'
import { meet, type Colleague } from './desks.ts'
import { missing } from './support.ts'
import { threeDesks } from './three-desks.ts'

afterEach(closeAll)

const reason = 'the bank knows nothing of it'

describe.skipIf(missing !== null)('an open outcome that a person closed at another desk', () => {
  /** The gateway is Lea's own, which never ends. */
  async function office() {
    const desks = await threeDesks('lea')
    /** A refund that never reaches the gateway, and whose answer is lost. */
    const lostRefund = async (one: Colleague) => desks.lost(one, await desks.sold(one), 'reset-before-reading')
    return { ...desks, lostRefund }
  }

  async function closedAt({ desk }: Colleague, { entryId }: Answer): Promise<void> {
    await desk.call('team.adopt', { entryId })
    await desk.call('orders.checkStatus', { entryId })
    await desk.call('resolution.giveUp', { entryId, reason })
  }
  const isListed = async ({ desk }: Colleague, { entryId }: Answer) =>
    (await desk.call('resolution.list', null)).some(({ row }) => row.entryId === entryId)
  const closingsOf = async ({ desk }: Colleague, { entryId }: Answer) =>
    (await desk.call('history.entry', { entryId })).events.filter(({ kind }) => kind === 'closing')

  it('is closed here too, with person, desk, time and reason; every desk shows it once, and the journal is sound', async () => {
    const { anna, lea, ben, later, lostRefund } = await office()
    const lost = await lostRefund(anna)
    await meet(anna, lea, ben)
    await later()
    await closedAt(lea, lost)
    const [there] = await closingsOf(lea, lost)
    expect(await isListed(anna, lost)).toBe(true)
    await meet(lea, anna)
    expect(await stateOf(anna.desk, lost)).toBe('closed-unknown')
    expect(await isListed(anna, lost)).toBe(false)
    expect(await closingsOf(anna, lost)).toEqual([{ ...there!, desk: 'Desk of lea' }])
    await meet(anna, lea, ben)
    expect(await closingsOf(ben, lost)).toEqual([{ ...there!, desk: 'Desk of lea' }])
    expect(await closingsOf(lea, lost)).toEqual([there])
    // The test itself made the claims older.
    const { breaks } = await anna.desk.call('team.verify', null)
    expect(breaks.filter(({ table }) => table !== 'claim')).toEqual([])
  })

  it('stays open while the team did not accept the closing', async () => {
    const { anna, ben, later, lostRefund } = await office()
    const lost = await lostRefund(anna)
    await meet(anna, ben)
    await later()
    // Ben's login is no administrator's, so the claim stays open.
    await closedAt(ben, lost)
    await meet(ben, anna)
    expect(await stateOf(anna.desk, lost)).toBe('unknown')
    expect(await isListed(anna, lost)).toBe(true)
  })

  it('is closed at the first contact after a restart too', async () => {
    const { anna, lea, later, colleague, lostRefund } = await office()
    const lost = await lostRefund(anna)
    await meet(anna, lea)
    await anna.desk.end()
    await later()
    await closedAt(lea, lost)
    await meet(lea)
    const again = await colleague(anna.desk.folder)
    await again.join('anna')
    expect(await stateOf(again.desk, lost)).toBe('closed-unknown')
  })
})
