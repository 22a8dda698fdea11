/** Notes of two desks of a team, over the real database. */
import { afterEach, describe, expect, it } from 'vitest'
import type { CardReference } from '#shared/brands.ts'
import { asPayment, followed } from '../desk/order-support.ts'
import { closeAll } from '../desk/support.ts'
import { savingTexts } from '../../support/fixtures/system.ts'
import { chargeAt, confirmed, everything, meet, newAmount, officeAt, type Colleague } from './desks.ts'
import { missing, newTeam, sharedCluster } from './support.ts'

afterEach(closeAll)

describe.skipIf(missing !== null)('a note of a desk in a team', () => {
  async function both(values: Record<string, string> = {}) {
    const cluster = await sharedCluster()
    const at = officeAt(cluster, await newTeam(cluster))
    const files: string[] = []
    const system = { now: () => Date.now(), chooseSaveDestination: savingTexts((_, text) => { files.push(text) }) }
    const [anna, ben] = [await at.colleague({ system }), await at.colleague({ system })]
    await anna.join('anna')
    await ben.join('ben')
    const { intentId } = await anna.desk.call('payments.review', chargeAt(anna, { merchantOrderId: 'noted', amount: newAmount(), ...values }))
    const { entryId } = await anna.desk.call('payments.submit', { intentId, ...confirmed })
    if (values.cardReference === undefined) await followed(anna.desk, { entryId })
    const notesAt = async ({ desk }: Colleague) => (await desk.call('history.entry', { entryId })).notes
    return { anna, ben, entryId, notesAt, files }
  }
  it('is read, found and corrected at the other desk like at its own, and proven by the team', async () => {
    const { anna, ben, entryId, notesAt } = await both()
    const today = new Date().toISOString().slice(0, 10)
    const typed = { text: '<b>parcel</b> returned', tags: ['returned'], followUp: { day: today, personId: null } }
    await anna.desk.call('notes.addToPayment', { entryId, ...typed })
    await meet(anna, ben)
    const [own] = await notesAt(anna)
    expect(await notesAt(ben)).toEqual([{ ...own, desk: 'Desk of anna' }])
    const page = asPayment(await ben.desk.call('orders.page', { entryId }))
    expect(page.others?.flatMap(({ notes }) => notes.map(({ text }) => text))).toEqual(['<b>parcel</b> returned'])
    for (const filter of [{ text: 'parcel' }, { tag: 'returned' }]) {
      const { rows } = await ben.desk.call('history.search', { ...everything, ...filter })
      expect(rows.map((row) => [row.entryId, row.notes])).toEqual([[entryId, 1]])
    }
    expect((await ben.desk.call('history.choices', null)).tags).toEqual([{ value: 'returned', entries: 1 }])

    await anna.desk.call('notes.correct', { entryId, noteId: own!.noteId, text: 'arrived', tags: [], followUp: null })
    await meet(anna, ben)
    expect(await notesAt(ben)).toMatchObject([{ text: 'arrived', corrected: { who: own!.who }, desk: 'Desk of anna' }])
    await anna.desk.call('notes.remove', { entryId, noteId: own!.noteId })
    await meet(anna, ben)
    expect(await notesAt(ben)).toMatchObject([{ text: null, removed: { who: own!.who } }])
    expect((await ben.desk.call('history.search', { ...everything, text: 'arrived' })).rows).toEqual([])
    expect(await ben.desk.call('team.verify', null)).toMatchObject({ breaks: [] })
  })

  it('is still read at a desk that adopted the payment, and written at its own', async () => {
    const { anna, ben, entryId, notesAt, files } = await both({ cardReference: '1000103' })
    const typed = { text: 'lost', tags: [], followUp: null }
    await anna.desk.call('notes.addToPayment', { entryId, ...typed })
    await meet(anna, ben)
    await ben.desk.call('team.adopt', { entryId })
    expect(await notesAt(ben)).toMatchObject([{ text: 'lost', desk: 'Desk of anna' }])
    const page = asPayment(await ben.desk.call('orders.page', { entryId }))
    expect(page.entries.flatMap(({ notes }) => notes.map(({ text }) => text))).toEqual(['lost'])
    expect(await ben.desk.refused('notes.addToPayment', { entryId, ...typed })).toEqual({ code: 'note-of-other-desk' })
    await ben.desk.call('history.export', {
      exportId: 'export-1', filter: { text: '', states: [], operations: [], profileId: null }, format: 'csv',
    })
    expect(files[0]).toContain('lost')
  })

  it('is shown once at the other desk, with its earlier texts, after its own desk joined again', async () => {
    const { anna, ben, entryId, notesAt } = await both()
    await anna.desk.call('notes.addToPayment', { entryId, text: 'first', tags: [], followUp: { day: '2026-01-01', personId: null } })
    const [{ noteId } = { noteId: '' as never }] = await notesAt(anna)
    for (const text of ['second', 'third']) await anna.desk.call('notes.correct', { entryId, noteId, text, tags: [], followUp: null })
    await meet(anna, ben)
    const before = await ben.desk.call('history.entry', { entryId })
    expect(before.notes).toMatchObject([{ text: 'third', earlier: [{ text: 'second' }, { text: 'first' }] }])
    await anna.desk.call('team.leave', { reason: 'another computer' })
    await anna.join('anna')
    await expect.poll(async () => {
      await meet(anna, ben)
      return await anna.desk.call('team.describe', null)
    }).toMatchObject({ waiting: 0, historyWaiting: 0 })
    await meet(ben)
    expect(await ben.desk.call('history.entry', { entryId })).toEqual(before)
  })

  it('is written at the desk of its payment, which also gets the notice of its follow-up', async () => {
    const { anna, ben, entryId, notesAt } = await both()
    const due = { day: '2026-01-01', personId: null }
    await anna.desk.call('notes.addToPayment', { entryId, text: 'call back', tags: [], followUp: due })
    const cardReference = chargeAt(anna, {}).values.cardReference as CardReference
    await anna.desk.call('notes.addToCard', { profileId: anna.profileId, cardReference, text: 'of the card', tags: [], followUp: null })
    await meet(anna, ben)
    const other = { code: 'note-of-other-desk' }
    const typed = { text: 'mine', tags: [], followUp: null }
    expect(await ben.desk.refused('notes.addToPayment', { entryId, ...typed })).toEqual(other)
    const ofBen = { profileId: ben.profileId, cardReference }
    expect(await ben.desk.refused('notes.addToCard', { ...ofBen, ...typed })).toEqual(other)
    const { noteId } = (await notesAt(anna)).find(({ about }) => about === 'payment')!
    expect(await ben.desk.refused('notes.finish', { entryId, noteId })).toEqual(other)
    expect((await ben.desk.call('cards.page', ofBen)).notes).toMatchObject([{ text: 'of the card', desk: 'Desk of anna' }])
    expect(await ben.desk.call('notes.due', { profileId: ben.profileId })).toEqual({ due: [], more: 0 })
    expect(await anna.desk.call('notes.due', { profileId: anna.profileId })).toMatchObject({ due: [{ note: { text: 'call back' } }], more: 0 })
  })
})
