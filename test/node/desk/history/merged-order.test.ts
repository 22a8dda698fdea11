import { describe, expect, it } from 'vitest'
import type { DeskId, UtcTime } from '#shared/brands.ts'
import { failed } from '#shared/result.ts'
import type { HistoryPage, HistoryQuery } from '#shared/model/history/history-list.ts'
import { mergedHistory, type History } from '../../../../electron/desk/history/merged.ts'
import { exporter } from '../../../../electron/desk/history/export.ts'
import type { Services } from '../../../../electron/desk/services.ts'
import { createOtherDesks } from '../../../../electron/journal/other-desks/methods.ts'
import type { OtherDesksPort } from '../../../../electron/journal/other-desks/port.ts'
import { openOtherDesks } from '../../../../electron/journal/other-desks/open.ts'
import { answer, id32, logOf, sale } from '../../journal/foreign-logs.ts'
import { charge, query } from '../../journal/samples.ts'
import { freshPath, onTestEnd, openHere, valueOf } from '../../journal/with-journal.ts'

const hour = (number: number): UtcTime => new Date(Date.UTC(2026, 10, 20, number)).toISOString() as UtcTime
/** In the order in which this desk wrote them: its clock was wrong twice. */
const own = [
  hour(1), hour(3), '2020-01-01T00:00:00.000Z', hour(5), '2031-01-01T00:00:00.000Z', hour(7), hour(9),
] as UtcTime[]
const annas = [hour(2), hour(4), hour(6), hour(8)]
/** Delivered last: this desk joined the team later. */
const bens = ['2023-05-01T00:00:00.000Z', hour(0), '2026-11-20T02:30:00.000Z'] as UtcTime[]
const everyTime = [...own, ...annas, ...bens].toSorted().toReversed()

/** A history in a team, until it leaves it. `copiesOf` replaces the copies of other desks. */
async function team(copiesOf: (copies: OtherDesksPort) => OtherDesksPort | null = (copies) => copies): Promise<{
  readonly history: History; readonly services: Services; readonly leave: () => void; readonly join: () => void
}> {
  const { journal } = openHere()
  for (const [number, at] of own.entries()) await valueOf(journal.recordIntent(charge(`own${number}`, { at })))
  const copies = createOtherDesks(openOtherDesks(freshPath(), id32('own') as DeskId), () => 10_000_000_000)
  onTestEnd(() => copies.close())
  const desks = ['anna', 'ben'].map((name) =>
    ({ deskId: id32(name) as DeskId, label: name, publicKey: null, isAdmitted: true }))
  const events = [annas, bens].flatMap((times, desk) => logOf(desks[desk]!, times.flatMap((at, number) =>
    [sale(`${desk} ${number}`, at), answer(`${desk} ${number}`, at)])))
  await valueOf(copies.copy({ desks, events, own: [], upToDateAt: hour(10) }))
  let isMember = true
  const services = {
    journal, profiles: { get: () => null, list: () => [] },
    membership: { read: () => (isMember ? 'unreadable' : null) },
    otherDesks: { port: async () => copiesOf(copies) },
  } as unknown as Services
  const history = mergedHistory(services)
  return { history, services, leave: () => { isMember = false }, join: () => { isMember = true } }
}

const page = (history: History, given: Partial<HistoryQuery>) => valueOf(history.calls['history.search'](query(given)))

async function timesOf(history: History, given: Partial<HistoryQuery>, from: string | null = null): Promise<string[]> {
  const times: string[] = []
  for (let before = from; ;) {
    const found: HistoryPage = await page(history, { ...given, before })
    times.push(...found.rows.map(({ at }) => at))
    if (found.next === null) return times
    before = found.next
  }
}

describe('the newest of all desks first', () => {
  it.each<[string, Partial<HistoryQuery>]>([
    ['all requests', {}], ['payments', { view: 'payments' }],
  ])('%s go by time, whatever clocks were wrong and whenever logs were delivered', async (_what, given) => {
    const { history } = await team()
    for (const limit of [50, 5, 1]) expect(await timesOf(history, { ...given, limit })).toEqual(everyTime)
    const { lines } = await valueOf(history.calls['history.list'](query(given)))
    expect(lines.map(({ row }) => row.at)).toEqual(everyTime)
  })

  it('a list keeps its order when the desk leaves or joins a team', async () => {
    const { history, leave, join } = await team()
    join()
    const merged = await page(history, { limit: 6 })
    leave()
    const shown = merged.rows.map(({ at }) => at)
    expect(await timesOf(history, { limit: 2 }, merged.next))
      .toEqual(own.toSorted().toReversed().filter((at) => !shown.includes(at)))
    const alone = await page(history, { limit: 3 })
    join()
    expect([...alone.rows.map(({ at }) => at), ...await timesOf(history, { limit: 2 }, alone.next)])
      .toEqual(own.toReversed())
  })
})

describe('an exported file', () => {
  /** The file of the whole history, null if none is written, and the answer. */
  async function exported({ history, services }: Awaited<ReturnType<typeof team>>) {
    let file: string | null = null
    const write = async (pieces: AsyncIterable<string | Uint8Array>) => {
      let text = ''
      for await (const piece of pieces) text += String(piece)
      file = text
    }
    const system = {
      now: () => Date.parse(hour(12)), monotonic: () => 0, description: { osUser: 'test' },
      chooseSaveDestination: async () => ({ fileName: 'all.csv', write }),
    }
    const users = { actor: () => ({ kind: 'nobody' }) }
    const all = { ...services, system, users } as unknown as Services
    const { calls } = exporter(all, history, () => undefined, (work) => work())
    const filter = { text: '', states: [], operations: [], profileId: null }
    return { answer: await calls['history.export']({ exportId: 'one', filter, format: 'csv' }), file: file as string | null }
  }

  it('has the entries of all desks, or states that it has not', async () => {
    const whole = await exported(await team())
    expect(whole.answer).toMatchObject({ ok: true, value: { entries: everyTime.length } })
    expect(whole.file).not.toContain('without the entries of other desks')
    const alone = await exported(await team(() => null))
    expect(alone.answer).toMatchObject({ ok: true, value: { entries: own.length } })
    expect(alone.file).toContain('without the entries of other desks')
  })

  it('is not written if the other desks’ part is lost meanwhile', async () => {
    const lost = await exported(await team((copies) => ({ ...copies, search: async () => failed({ code: 'journal-unwritable', detail: '' }) })))
    expect(lost).toMatchObject({ answer: { ok: false, failure: { code: 'file-unwritable', detail: expect.stringMatching(/other desks.*Nothing was saved/) as string } }, file: null })
    let given = 0
    const vanished = await exported(await team((copies) => ((given += 1) > 2 ? null : copies)))
    expect(vanished).toMatchObject({ answer: { ok: false }, file: null })
  })
})
