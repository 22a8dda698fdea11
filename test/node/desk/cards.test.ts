/** Cards on file as the page gets them, over the real sandbox. */
import { afterEach, describe, expect, it } from 'vitest'
import type { CardReference, ProfileId } from '#shared/brands.ts'
import { act, followed, sell } from './order-support.ts'
import { closeAll, endpoint, open } from './support.ts'

afterEach(closeAll)

const approved = '1000001' as CardReference
const list = { text: '', limit: 20 }

describe('the cards on file', () => {
  it('are those that were charged or looked up, by last four, holder or reference', async () => {
    const desk = await open()
    await sell(desk)
    await desk.call('cards.lookUp', { profileId: desk.profileId, entryPoint: endpoint, cardReference: '1000002' })
    const { cards, more } = await desk.call('cards.list', { profileId: desk.profileId, ...list })
    expect(more).toBe(false)
    expect(cards.map(({ cardReference, payments }) => [cardReference, payments])).toEqual([['1000002', 0], [approved, 1]])
    const [card] = (await desk.call('cards.list', { profileId: desk.profileId, ...list, text: approved })).cards
    expect(card).toMatchObject({
      lastFour: expect.stringMatching(/^\d{4}$/), bin: expect.stringMatching(/^\d{6}$/), holder: expect.stringMatching(/\w/),
      expiry: { month: expect.stringMatching(/^\d\d?$/), year: expect.stringMatching(/^\d{4}$/) },
      lookedUpAt: expect.stringMatching(/Z$/), lastPayment: { state: 'approved' },
    })
    const found = await desk.call('cards.list', { profileId: desk.profileId, text: card!.holder!.toLowerCase(), limit: 1 })
    expect(found.cards).toHaveLength(1)
  })

  it('are found by the digits of an Arabic keyboard', async () => {
    const desk = await open()
    await sell(desk)
    const text = approved.replace(/\d/g, (digit) => String.fromCharCode(0x0660 + Number(digit)))
    const { cards } = await desk.call('cards.list', { profileId: desk.profileId, ...list, text })
    expect(cards.map(({ cardReference }) => cardReference)).toEqual([approved])
  })

  it('start with the one whose whole reference is typed', async () => {
    const desk = await open()
    for (const cardReference of ['1000303', '1000003', '1000002']) {
      await desk.call('cards.lookUp', { profileId: desk.profileId, entryPoint: endpoint, cardReference })
    }
    const found = await desk.call('cards.list', { profileId: desk.profileId, text: ' 1000003 ', limit: 1 })
    expect(found.cards.map(({ cardReference }) => cardReference)).toEqual(['1000003'])
    const all = await desk.call('cards.list', { profileId: desk.profileId, text: '000', limit: 2 })
    expect([all.cards.length, all.more]).toEqual([2, true])
  })

  it('are not listed for a removed profile', async () => {
    const desk = await open()
    expect(await desk.refused('cards.list', { profileId: 'gone' as ProfileId, ...list })).toEqual({ code: 'no-such-profile' })
  })
})

describe('a card page', () => {
  it('has every payment by the card with its refunds, newest first', async () => {
    const desk = await open()
    const first = await sell(desk)
    const second = await sell(desk, { amount: '20.00' })
    await sell(desk, { cardReference: '1000303' })
    const refund = await act(desk, first, 'return', { amount: '4.00', currency: 'USD', comment: 'returned goods' })
    await followed(desk, refund)
    const page = await desk.call('cards.page', { profileId: desk.profileId, cardReference: approved })
    expect(page.payments.map(({ row, actions }) => [row.entryId, actions.map(({ netMinorAmount }) => netMinorAmount)]))
      .toEqual([[second.answer.entryId, []], [first.answer.entryId, ['-400']]])
    expect(page).toMatchObject({ cut: false, card: { cardReference: approved, payments: 2 } })
  })

  it('is empty for a reference that no entry has', async () => {
    const desk = await open()
    const page = await desk.call('cards.page', { profileId: desk.profileId, cardReference: '4711' as CardReference })
    expect(page).toEqual({ card: null, payments: [], cut: false, notes: [] })
  })

  it('sends no query to the gateway', async () => {
    const desk = await open()
    await sell(desk)
    const before = desk.ledger().length
    await desk.call('cards.page', { profileId: desk.profileId, cardReference: approved })
    await desk.call('cards.list', { profileId: desk.profileId, ...list })
    expect(desk.ledger()).toHaveLength(before)
  })
})
