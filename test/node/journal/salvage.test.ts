import { copyFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { describe, expect, it } from 'vitest'
import { applicationId } from '../../../electron/journal/application-id.ts'
import type { AuditRecord, JournalPort } from '../../../electron/journal/port.ts'
import { quarantine } from '../../../electron/journal/recovery/file-changes.ts'
import { walkChain } from '../../../electron/journal/proof/verify.ts'
import { chargeAll, closedJournal, day, entriesIn, spoilEvents, spoilFirstPage, spoilHeader, spoilPageOf, spoilText } from './files.ts'
import { at, charge, entryId, masked, merchantOrderId, note, observation, orderId, outcome, refund } from './samples.ts'
import { freshPath, openHere, repaired, valueOf } from './with-journal.ts'

const names = (count: number) => Array.from({ length: count }, (_, number) => `n${String(number).padStart(3, '0')}`)

/** Quarantines a journal with these entries and opens a new one. */
async function quarantined(entries: readonly string[], harm: (path: string) => void = () => undefined, size = 0) {
  const path = freshPath()
  await closedJournal(path, entries, size)
  harm(path)
  const fileName = quarantine(path, 'damaged', day(20))
  return { path, fileName, ...openHere(path) }
}

const salvaged = (journal: JournalPort, fileName: string) => valueOf(journal.salvage({ fileName, at: day(21) }))

describe('salvage', () => {
  it('restores every entry in the order of time, with its own times, and a second salvage finds all of them', async () => {
    const { journal, fileName, connection } = await quarantined([...names(130), 'lost-x'])
    expect(await salvaged(journal, fileName)).toEqual({ added: 131, known: 0, waiting: 0, lost: 0 })
    expect((await entriesIn(journal)).at(-1)).toEqual(['lost-x', 'unknown'])
    expect(connection.first(`SELECT count(*) AS entries FROM entry WHERE state = 'approved'`)).toEqual({ entries: 130 })
    const detail = await valueOf(journal.entry({ entryId: entryId('n007') }))
    expect(detail).toMatchObject({
      row: { at: at(0), state: 'approved' }, events: [{ kind: 'intent', at: at(0) }, { kind: 'outcome', at: at(1) }, { at: at(2) }],
    })
    expect((await valueOf(journal.describeFiles())).startedAnewBeside).toBeNull()
    expect(await salvaged(journal, fileName)).toEqual({ added: 0, known: 131, waiting: 0, lost: 0 })
    expect(connection.first('SELECT count(*) AS events FROM event')).toEqual({ events: 3 * 130 + 2 })
  })

  it('adds links of the chain for what it restores', async () => {
    const { journal, fileName, connection } = await quarantined(['a', 'b'])
    await salvaged(journal, fileName)
    const { broken, links } = walkChain(connection, { from: null, through: 100, limit: 1_000, key: null })
    expect({ broken, links }).toEqual({ broken: null, links: 6 })
  })

  it('turns a lost charge into an unknown one, and its merchant order id stays used', async () => {
    const { journal, fileName } = await quarantined(['lost-a'])
    await salvaged(journal, fileName)
    expect((await valueOf(journal.openOutcomes())).map(({ state }) => state)).toEqual(['unknown'])
    expect(await journal.recordIntent(charge('again', { merchantOrderId: merchantOrderId('order-lost-a') })))
      .toMatchObject({ ok: false, failure: { code: 'merchant-order-id-used' } })
  })

  it.each([
    ['a property of its intent', 'profileId":"profile-one","profileName":"Shop b"', 'X'],
    ['its time', '2026-11-20T09:33:', 'X'],
  ])('counts an entry as lost whose text is damaged, and adds all others: %s', async (_what, text, byte) => {
    const path = freshPath()
    const { journal: old } = openHere(path)
    await chargeAll(old, ['a'])
    await valueOf(old.recordIntent(charge('b', { profileName: 'Shop b', at: at(33) })))
    await chargeAll(old, ['c', 'lost-d'])
    await old.close()
    spoilText(path, text, byte.charCodeAt(0))
    const fileName = quarantine(path, 'damaged', day(20))
    const { journal } = openHere(path)
    expect(await salvaged(journal, fileName)).toEqual({ added: 3, known: 0, waiting: 0, lost: 1 })
    expect((await entriesIn(journal)).map(([name]) => name)).toEqual(['a', 'c', 'lost-d'])
    expect((await valueOf(journal.describeFiles())).warning).toBe('not-all-read')
  })

  it('leaves out an event whose text is damaged, and adds the others of its entry', async () => {
    const { journal, fileName } = await quarantined(['a', 'b'], (path) => { spoilText(path, 'kind":"accepted"', 'X'.charCodeAt(0)) })
    expect(await salvaged(journal, fileName)).toEqual({ added: 2, known: 0, waiting: 0, lost: 0 })
    const detail = await valueOf(journal.entry({ entryId: entryId('a') }))
    expect(detail?.events.map(({ kind }) => kind)).toEqual(['intent', 'observation', 'outcome'])
  })

  it('reads a file in which the definition of an index or table is damaged', async () => {
    const { journal, fileName } = await quarantined(['a', 'b'], (path) => {
      spoilText(path, 'indexentry_creates_order_onceentry')
      spoilText(path, 'tableobservation_repeatobservation_repeat')
    })
    expect(await salvaged(journal, fileName)).toEqual({ added: 2, known: 0, waiting: 0, lost: 0 })
    expect(await entriesIn(journal)).toEqual([['a', 'approved'], ['b', 'approved']])
  })

  it.each([20, 40, 55])('counts the entries that SQLite misses in a damaged table without an error: after a backup of %i', async (count) => {
    const path = freshPath()
    const { journal: old } = openHere(path)
    await chargeAll(old, names(count))
    const { fileName } = await valueOf(old.backUp({ at: day(19) }))
    await chargeAll(old, names(60).slice(count))
    await old.close()
    spoilFirstPage(path, 'event')
    const { journal } = openHere(path)
    const { added, lost } = await valueOf(journal.restore({ fileName, at: day(21) }))
    expect(lost).toBe(60 - count - added)
    expect(lost).toBeGreaterThan(0)
  })

  it('skips damaged pages, and reports how many entries it could not read', async () => {
    const { journal, fileName, connection } = await quarantined(names(60), (path) => { spoilEvents(path, ['n020', 'n021']) }, 3_000)
    const counts = await salvaged(journal, fileName)
    expect(counts.lost).toBeGreaterThanOrEqual(2)
    expect(counts.lost).toBeLessThan(12)
    expect(counts.added + counts.lost!).toBe(60)
    const found = (await entriesIn(journal)).map(([name]) => name)
    expect(found).toEqual(expect.arrayContaining(['n000', 'n059']))
    expect(found).not.toContain('n020')
    expect(connection.first(`SELECT count(*) AS sending FROM entry WHERE state = 'sending'`)).toEqual({ sending: 0 })
    // A lost entry may be an unknown charge: only a person ends the warning.
    expect(await valueOf(journal.describeFiles())).toMatchObject({ startedAnewBeside: fileName, warning: 'not-all-read' })
    await salvaged(journal, fileName)
    expect((await valueOf(journal.describeFiles())).warning).toBe('not-all-read')
    await valueOf(journal.resolveDamage({ fileName }))
    expect(await valueOf(journal.describeFiles())).toMatchObject({ startedAnewBeside: null, warning: null })
  })

  it('refuses a file without anything readable, with a message', async () => {
    const { journal, fileName } = await quarantined(['a'], spoilHeader)
    expect(await journal.salvage({ fileName, at: day(21) })).toMatchObject({
      ok: false, failure: { code: 'backup-unusable', detail: expect.stringContaining('not a journal') },
    })
    expect((await valueOf(journal.describeFiles())).startedAnewBeside).toBe(fileName)
    for (const name of ['../journal.sqlite', 'journal.sqlite', '/etc/passwd']) {
      expect(await journal.salvage({ fileName: name, at: day(21) })).toMatchObject({ ok: false, failure: { code: 'backup-unusable' } })
    }
  })
})

describe('an entry that continued elsewhere', () => {
  it('gets what is missing here: its outcome, later observations and notes', async () => {
    const path = freshPath()
    const old = openHere(path)
    await valueOf(old.journal.recordIntent(charge('a')))
    await valueOf(old.journal.recordNote(note('a')))
    await valueOf(old.journal.backUp({ at: day(1) }))
    await valueOf(old.journal.recordOutcome(outcome('a')))
    await valueOf(old.journal.recordNote(note('a', { change: 'corrected', at: at(12), text: masked('called back') })))
    await valueOf(old.journal.recordNote(note('a', { number: 2, text: masked('later') })))
    await valueOf(old.journal.recordObservation(observation('a', { status: 'approved', orderId: orderId('77') })))
    await valueOf(old.journal.recordObservation(observation('a', { at: at(5), status: 'approved', orderId: orderId('77') })))
    await old.journal.close()
    const fileName = quarantine(path, 'replaced', day(2))
    copyFileSync(join(dirname(path), 'backups/journal-20261101T080000000Z.sqlite'), path)
    const { journal } = openHere(path)
    expect(await salvaged(journal, fileName)).toEqual({ added: 0, known: 1, waiting: 0, lost: 0 })
    expect((await valueOf(journal.entry({ entryId: entryId('a') })))).toMatchObject({
      row: { state: 'approved', orderId: '77' },
      events: [{ kind: 'intent' }, { kind: 'outcome' }, { kind: 'observation', repeats: 1, lastAt: at(5) }],
      notes: [{ text: 'later' }, { text: 'called back', corrected: { who: 'mara' } }],
    })
    const counted = async () => (await valueOf(journal.entry({ entryId: entryId('a') })))?.notes.length
    await salvaged(journal, fileName)
    expect(await counted()).toBe(2)
  })
})

describe('an entry that is unknown here because the application ended', () => {
  async function inDoubtHere(kind: 'accepted' | 'refused') {
    const path = freshPath()
    const old = openHere(path)
    await valueOf(old.journal.recordIntent(charge('a')))
    await valueOf(old.journal.backUp({ at: day(1) }))
    await valueOf(old.journal.recordOutcome(outcome('a', { kind })))
    await old.journal.close()
    const fileName = quarantine(path, 'damaged', day(2))
    copyFileSync(join(dirname(path), 'backups/journal-20261101T080000000Z.sqlite'), path)
    const { journal } = openHere(path)
    await valueOf(journal.closeLeftovers({ at: day(3) }))
    return { journal, fileName }
  }

  it('waits for the gateway: the file with its outcome is not resolved before', async () => {
    const { journal, fileName } = await inDoubtHere('accepted')
    expect(await salvaged(journal, fileName)).toEqual({ added: 0, known: 0, waiting: 1, lost: 0 })
    expect(await entriesIn(journal)).toEqual([['a', 'unknown']])
    expect(await valueOf(journal.describeFiles())).toMatchObject({ startedAnewBeside: fileName, warning: 'not-all-read' })
    await valueOf(journal.recordObservation(observation('a', { status: 'approved', resolves: true })))
    expect(await salvaged(journal, fileName)).toEqual({ added: 0, known: 1, waiting: 0, lost: 0 })
    expect((await valueOf(journal.describeFiles())).warning).toBeNull()
  })

  it.each([['accepted', 1], ['refused', 0]] as const)('and that was closed as not charged, with the outcome "%s" there: %d wait', async (kind, waiting) => {
    const { journal, fileName } = await inDoubtHere(kind)
    await valueOf(journal.recordClosing({
      entryId: entryId('a'), at: day(4), who: 'mara', reason: masked('not found'), closes: 'not-found',
      errorCode: null, errorText: null, reply: masked(''),
    }))
    expect(await salvaged(journal, fileName)).toMatchObject({ waiting, known: 1 - waiting })
  })
})

describe('work since the start of a new journal', () => {
  it('is kept beside salvaged entries, also with the same merchant order id', async () => {
    const { journal, fileName } = await quarantined(['twice'])
    await valueOf(journal.recordIntent(charge('again', { merchantOrderId: merchantOrderId('order-twice') })))
    await valueOf(journal.recordOutcome(outcome('again', { status: 'approved' })))
    expect(await salvaged(journal, fileName)).toMatchObject({ added: 1, lost: 0 })
    expect(await entriesIn(journal)).toEqual([['again', 'approved'], ['twice', 'approved']])
    const { rows } = await valueOf(journal.search({ text: 'order-twice', states: [], operations: [], profileId: null, before: null, limit: 9 }))
    expect(rows).toHaveLength(2)
    // This does not change when everything is derived again.
    expect(await repaired(journal)).toBeNull()
  })

  it('keeps a second open refund of an order waiting until the first has its result', async () => {
    const path = freshPath()
    const old = openHere(path)
    await valueOf(old.journal.recordIntent(refund('old')))
    await old.journal.close()
    const fileName = quarantine(path, 'damaged', day(20))
    const { journal } = openHere(path)
    await valueOf(journal.recordIntent(refund('new')))
    expect(await salvaged(journal, fileName)).toEqual({ added: 0, known: 0, waiting: 1, lost: 0 })
    expect((await valueOf(journal.describeFiles())).startedAnewBeside).toBe(fileName)
    await valueOf(journal.recordOutcome(outcome('new', { status: 'approved', orderId: orderId('77') })))
    expect(await salvaged(journal, fileName)).toEqual({ added: 1, known: 0, waiting: 0, lost: 0 })
    expect(await entriesIn(journal)).toEqual([['new', 'approved'], ['old', 'unknown']])
  })

  it('gets the lines of the audit trail, each once', async () => {
    const path = freshPath()
    const old = openHere(path)
    const line: AuditRecord = {
      at: at(3), osUser: 'mara', name: masked(''), action: 'profile-made', subject: masked('Shop'), detail: masked(''),
    }
    await valueOf(old.journal.recordAudit(line))
    await old.journal.close()
    const fileName = quarantine(path, 'damaged', day(20))
    const { journal } = openHere(path)
    await salvaged(journal, fileName)
    await salvaged(journal, fileName)
    expect((await valueOf(journal.audit({ before: null, limit: 10 }))).lines).toMatchObject([{ at: at(3), subject: 'Shop' }])
  })

  describe('gets the readable lines of the audit trail if', () => {
    const line = (number: number): AuditRecord => ({
      at: at(3), osUser: 'mara', name: masked(''), action: 'profile-made', subject: masked(`Shop ${number}`),
      detail: masked(`line ${number}: ${'x'.repeat(1_500)}`), lifeSteps: [],
    })
    const count = 40

    it.each([
      ['the kind of one is not known', (path: string) => { spoilText(path, 'profile-madeShop 7', 0x71) }, [7]],
      ['the time of one is damaged', (path: string) => { spoilText(path, `${at(3)}maraprofile-madeShop 7`, 0x71) }, [7]],
      ['the steps of one are damaged', (path: string) => { spoilText(path, '[]', 0x71) }, [7]],
      ['a page has become unreadable', (path: string) => { spoilPageOf(path, 'line 7: ') }, []],
    ])('%s', async (_what, harm, left) => {
      const path = freshPath()
      const old = openHere(path)
      for (let number = 1; number <= count; number += 1) {
        const { lifeSteps, ...plain } = line(number)
        await valueOf(old.journal.recordAudit(number === 7 ? { ...plain, lifeSteps: lifeSteps! } : plain))
      }
      await old.journal.close()
      harm(path)
      const fileName = quarantine(path, 'damaged', day(20))
      const { journal } = openHere(path)
      await salvaged(journal, fileName)
      const { lines } = await valueOf(journal.audit({ before: null, limit: 200 }))
      const found = lines.map(({ subject }) => Number(subject.slice(5))).toReversed()
      const all = Array.from({ length: count }, (_, index) => index + 1)
      if (left.length > 0) expect(found).toEqual(all.filter((number) => !left.includes(number)))
      else {
        expect(found.at(-1)).toBe(count)
        expect(found.length).toBeGreaterThan(count - 10)
      }
    })
  })

  it('continues while entries are salvaged', async () => {
    const { journal, fileName } = await quarantined(names(250))
    const order: string[] = []
    const salvage = journal.salvage({ fileName, at: day(21) }).then(() => order.push('salvaged'))
    await new Promise((resolve) => { setImmediate(resolve) })
    await valueOf(journal.recordIntent(charge('meanwhile'))).then(() => order.push('written'))
    await salvage
    expect(order).toEqual(['written', 'salvaged'])
    expect(await entriesIn(journal)).toHaveLength(200)
  })
})

it('is not affected by a file that only looks like a journal, which is refused', async () => {
  const path = freshPath()
  const fileName = 'journal.damaged-20261120T080000000Z.sqlite'
  const other = new DatabaseSync(join(dirname(path), fileName))
  other.exec(`PRAGMA application_id = ${applicationId}; CREATE TABLE theirs (x)`)
  other.close()
  const { journal } = openHere(path)
  await chargeAll(journal, ['a'])
  expect(await journal.salvage({ fileName, at: day(21) })).toMatchObject({ ok: false, failure: { code: 'backup-unusable' } })
  expect(await entriesIn(journal)).toEqual([['a', 'approved']])
})
