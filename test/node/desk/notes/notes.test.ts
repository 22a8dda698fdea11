/** Notes as the page writes and reads them, over the real journal and vault. */
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import type { CardReference, EntryId, NoteId, PersonId } from '#shared/brands.ts'
import { maskFreeText } from '#shared/gateway/requests/masking.ts'
import { calls, type ParsedInput } from '#shared/ipc/contract.ts'
import { longestNote } from '#shared/note-text.ts'
import { writePieces } from '../../../../electron/common/files/streamed-file.ts'
import { asOperator, openProtected } from '../access/support.ts'
import { charge, closeAll, open, type TestDesk } from '../support.ts'

const folders: string[] = []
afterEach(async () => {
  await closeAll()
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true })
})

type Typed = Pick<ParsedInput<'notes.addToPayment'>, 'text' | 'tags' | 'followUp'>

const typed = (text: string, changes: Partial<Typed> = {}): Typed => ({ text, tags: [], followUp: null, ...changes })
/** An id whose digits contain a card number. */
const longId = '9941111111111111110099'
const dayMs = 86_400_000
const dayOf = (desk: TestDesk, days = 0) => new Date(desk.clock.now() + days * dayMs).toISOString().slice(0, 10)

/** A desk with a payment, and a function that reads its notes. */
async function sold(desk: TestDesk, values: Record<string, string> = {}) {
  const { entryId } = await charge(desk, values)
  const notes = async () => (await desk.call('history.entry', { entryId })).notes
  const add = (text: string, changes: Partial<Typed> = {}) =>
    desk.call('notes.addToPayment', { entryId, ...typed(text, changes) })
  return { desk, entryId, notes, add, texts: async () => (await notes()).map(({ text }) => text) }
}

describe('a note on a payment', () => {
  it('has its text, tags, person and time, and is corrected and removed by new events', async () => {
    const { desk, entryId, add, notes } = await sold(await open())
    await add('  Customer called.\r\nWants a call back.\0 ', { tags: ['Call back', 'call  back', 'VIP'] })
    const [note] = await notes()
    expect(note).toMatchObject({ text: 'Customer called.\nWants a call back.\uFFFD', tags: ['Call back', 'VIP'], who: 'm.keller' })
    await desk.call('notes.correct', { entryId, noteId: note!.noteId, ...typed('Called back.') })
    expect(await notes()).toMatchObject([{ text: 'Called back.', tags: [], corrected: { who: 'm.keller' } }])
    await desk.call('notes.remove', { entryId, noteId: note!.noteId })
    expect(await notes()).toMatchObject([{ text: null, earlier: [], removed: { who: 'm.keller' } }])
    expect(await desk.refused('notes.correct', { entryId, noteId: note!.noteId, ...typed('again') })).toEqual({ code: 'note-gone' })
    expect(await desk.refused('notes.remove', { entryId, noteId: '0'.repeat(32) as NoteId })).toEqual({ code: 'note-gone' })
    expect(await desk.refused('notes.addToPayment', { entryId: 'none' as EntryId, ...typed('x') })).toEqual({ code: 'no-such-entry' })
  })

  it('is found by a search and by its tag, and sends nothing', async () => {
    const { desk, entryId, add } = await sold(await open())
    const before = desk.ledger().length
    await add('The parcel came back.', { tags: ['returned'] })
    const query = { text: '', states: [], operations: [], profileId: null, before: null, limit: 10 }
    for (const filter of [{ ...query, text: 'parcel' }, { ...query, text: 'returned' }, { ...query, tag: 'returned' }]) {
      expect((await desk.call('history.search', filter)).rows.map((row) => row.entryId)).toEqual([entryId])
    }
    expect((await desk.call('history.choices', null)).tags).toEqual([{ value: 'returned', entries: 1 }])
    expect(desk.ledger()).toHaveLength(before)
  })

  it('has card numbers masked, also in a tag, but not an id of its payment that looks like one', async () => {
    const desk = await open()
    const { add, notes } = await sold(desk, { merchantOrderId: longId })
    await add(`Order ${longId}, card 4111 1111 1111 1111`, { tags: ['4111111111111111', longId] })
    expect(await notes()).toMatchObject([{
      text: `Order ${longId}, card 4111 11XX XXXX 1111`, tags: ['411111XXXXXX1111', longId],
    }])
    expect(maskFreeText(longId)).not.toBe(longId)
  })

  it('has it masked also in full-width digits', async () => {
    const { add, texts } = await sold(await open())
    await add('card \uFF14\uFF11\uFF11\uFF11 1111 1111 111\uFF11')
    expect(await texts()).toEqual(['card 4111 11XX XXXX 1111'])
  })

  it('with an id of its payment beside other digits is masked as any number', async () => {
    const { add, texts } = await sold(await open(), { merchantOrderId: longId })
    await add(`${longId} 4111 1111 1111 1111`)
    expect((await texts()).join('').replaceAll(/\D/g, '')).not.toContain('4111111111111111')
  })

  it.each([
    ['HTML', '<img src=x onerror=alert(1)><script>alert(2)</script>'], ['right-to-left marks', 'paid \u202E51.01 \u2066x'],
    ['a formula', '=HYPERLINK("http://x")'], ['half a character', 'a\uD800b'],
  ])('keeps %s as plain text', async (_what, text) => {
    const { add, texts } = await sold(await open())
    await add(text)
    expect(await texts()).toEqual([text.toWellFormed()])
  })

  it('is on the page of its payment, and one about the card on the page of the card', async () => {
    const { desk, entryId, add } = await sold(await open())
    await add('about the payment')
    const card = { profileId: desk.profileId, cardReference: '1000001' as CardReference }
    await desk.call('notes.addToCard', { ...card, ...typed('about the card') })
    const opened = await desk.call('orders.page', { entryId })
    if (opened.kind !== 'payment') throw new Error('no payment')
    const shown = opened.entries.flatMap(({ notes }) => notes.map(({ about, text }) => [about, text]))
    expect(shown).toEqual([['card', 'about the card'], ['payment', 'about the payment']])
    expect((await desk.call('cards.page', card)).notes.map(({ text }) => text)).toEqual(['about the card'])
    expect(await desk.refused('notes.addToCard', { ...card, cardReference: '4711' as CardReference, ...typed('x') }))
      .toEqual({ code: 'no-such-entry' })
  })
})

describe('a note with a secret of the desk', () => {
  const spellings = (secret: string): readonly (readonly [string, string])[] => [
    ['plain', `the secret is ${secret}.`], ['split over lines', `${secret.slice(0, 9)}\n  ${secret.slice(9, 20)} ${secret.slice(20)}`],
    ['as hexadecimal', Buffer.from(secret).toString('hex').toUpperCase()], ['as Base64', Buffer.from(secret).toString('base64')],
    ['in a tag', secret],
  ]

  it('is refused, however it is written, and leaves nothing', async () => {
    const desk = await open()
    const { entryId, add, notes } = await sold(desk)
    await add('harmless')
    const [first] = await notes()
    const id = await desk.addProfile('sandbox', 'By address')
    const control = 'Z7q-control-secret-of-the-desk'
    await desk.call('profiles.storeSecret', { id, secret: control })
    for (const [how, text] of spellings(control)) {
      const note = how === 'in a tag' ? typed('see tag', { tags: [text] }) : typed(text)
      expect(await desk.refused('notes.addToPayment', { entryId, ...note }), how).toEqual({ code: 'note-holds-secret' })
      expect(await desk.refused('notes.correct', { entryId, noteId: first!.noteId, ...note }), how).toEqual({ code: 'note-holds-secret' })
    }
    expect(await notes()).toEqual([first])
    const files = readdirSync(desk.folder).filter((name) => name.includes('journal'))
    expect(files.length).toBeGreaterThan(0)
    for (const name of files) expect(readFileSync(join(desk.folder, name)).includes(control), name).toBe(false)
  })

  it('is refused with a private key in PEM format', async () => {
    const desk = await open()
    const { entryId } = await sold(desk)
    const pem = '-----BEGIN PRIVATE KEY-----\nMIIE\n-----END PRIVATE KEY-----'
    expect(await desk.refused('notes.addToPayment', { entryId, ...typed(pem) })).toEqual({ code: 'note-holds-secret' })
  })

  it('is not saved while the vault cannot compare it', async () => {
    const vault = { holdsSecret: async () => ({ ok: false, failure: { code: 'keychain-waiting' } }) as const }
    const { desk, entryId, notes } = await sold(await open({ vault }))
    expect(await desk.refused('notes.addToPayment', { entryId, ...typed('x') })).toEqual({ code: 'keychain-waiting' })
    expect(await notes()).toEqual([])
  })
})

describe('a follow-up', () => {
  it('is due from its day on in the profile’s zone until it is done, those of the acting person first', async () => {
    const desk = await openProtected()
    const operator = await asOperator(desk)
    const { add, entryId, notes } = await sold(desk)
    const due = async () => (await desk.call('notes.due', { profileId: desk.profileId })).due.map(({ note, isMine }) => [note.text, isMine])
    await add('anybody, since yesterday', { followUp: { day: dayOf(desk, -1), personId: null } })
    await add('of Otto, today', { followUp: { day: dayOf(desk), personId: operator.id } })
    await add('tomorrow', { followUp: { day: dayOf(desk, 1), personId: null } })
    expect(await due()).toEqual([['of Otto, today', true], ['anybody, since yesterday', false]])
    const mine = (await notes()).find(({ text }) => text === 'of Otto, today')!
    expect(mine.followUp?.person).toEqual({ id: operator.id, name: 'Otto Operator' })
    await desk.call('notes.finish', { entryId, noteId: mine.noteId })
    expect(await desk.refused('notes.finish', { entryId, noteId: mine.noteId })).toEqual({ code: 'note-gone' })
    expect(await due()).toEqual([['anybody, since yesterday', false]])
    await desk.clock.pass(dayMs)
    await desk.unlock()
    expect(await due()).toEqual([['anybody, since yesterday', false], ['tomorrow', false]])
    expect(await desk.refused('notes.addToPayment', {
      entryId, ...typed('x', { followUp: { day: dayOf(desk), personId: '0'.repeat(16) as PersonId } }),
    })).toEqual({ code: 'no-such-person' })
  })

  it('causes one notice, and another one on the day that it was moved to', async () => {
    const shown: string[] = []
    const desk = await open({ system: { showNotice: (body) => { shown.push(...body.match(/[^.]*follow-up[^.]*\./g) ?? []) } } })
    const { add, entryId, notes } = await sold(desk)
    const read = async () => {
      await desk.call('notes.due', { profileId: desk.profileId })
      await desk.call('notes.due', { profileId: desk.profileId })
      await desk.clock.pass(60_000)
      return shown.splice(0)
    }
    await add('call back', { followUp: { day: dayOf(desk), personId: null } })
    expect(await read()).toEqual(['A follow-up is due.'])
    const noteId = (await notes())[0]!.noteId
    await desk.call('notes.correct', { entryId, noteId, ...typed('not reached', { followUp: { day: dayOf(desk, 1), personId: null } }) })
    expect(await read()).toEqual([])
    await desk.clock.pass(dayMs)
    expect(await read()).toEqual(['A follow-up is due.'])
  })

  it('of the acting person is listed however many others are due longer, and those beyond 100 are counted', async () => {
    const desk = await openProtected()
    const operator = await asOperator(desk)
    const { add } = await sold(desk)
    for (let count = 0; count < 101; count += 1) await add('anybody', { followUp: { day: dayOf(desk, -1), personId: null } })
    await add('of Otto', { followUp: { day: dayOf(desk), personId: operator.id } })
    const { due, more } = await desk.call('notes.due', { profileId: desk.profileId })
    expect([due.length, due[0]?.note.text, more]).toEqual([100, 'of Otto', 2])
  })

  it('is not answered and not written by a locked desk', async () => {
    const desk = await openProtected()
    const { entryId, add, notes } = await sold(desk)
    await add('call back', { followUp: { day: dayOf(desk), personId: null } })
    const noteId = (await notes())[0]!.noteId
    await desk.call('access.lock', null)
    const locked = { code: 'desk-locked' }
    expect(await desk.refused('notes.due', { profileId: desk.profileId })).toEqual(locked)
    expect(await desk.refused('notes.addToPayment', { entryId, ...typed('x') })).toEqual(locked)
    expect(await desk.refused('notes.finish', { entryId, noteId })).toEqual(locked)
  })
})

it('are exported with open follow-ups and tags in columns without formulas', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'notes-'))
  folders.push(folder)
  const path = join(folder, 'h.csv')
  const destination = { fileName: 'h.csv', write: (pieces: AsyncIterable<string>) => writePieces(path, pieces) }
  const { desk, add } = await sold(await open({ system: { chooseSaveDestination: async () => destination } }))
  await add('=1+1', { tags: ['@tag', 'a, "b"'], followUp: { day: '2026-11-27', personId: null } })
  await add('-2; =3\n=4')
  const filter = { text: '', states: [], operations: [], profileId: null }
  await desk.call('history.export', { exportId: 'e', filter, format: 'csv' })
  const [head, line] = readFileSync(path, 'utf8').split('\r\n')
  expect(head).toMatch(/,Notes,Follow-up,Tags,Payment entry,Entry$/)
  expect(line).toContain(`"'-2; '=3\n'=4\n\n'=1+1",'2026-11-27,"'@tag, a, ""b"""`)
})

it('has at most 4,000 characters', () => {
  const accepts = (text: string) =>
    calls['notes.addToPayment'].input.safeParse({ entryId: 'entry', ...typed(text) }).success
  expect([accepts('x'.repeat(longestNote)), accepts('x'.repeat(longestNote + 1)), accepts('x'.repeat(65_536)), accepts(' ')])
    .toEqual([true, false, false, false])
})
