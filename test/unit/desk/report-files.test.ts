/** The files of a report, read back: the same numbers, and no text that a spreadsheet would compute as a formula. */
import { strFromU8, unzipSync } from 'fflate'
import { describe, expect, it } from 'vitest'
import type { DeskId, Masked, MerchantKey, UtcTime } from '#shared/brands.ts'
import type { Report } from '#shared/model/figures/report.ts'
import type { CurrencyFigures, Figure } from '#shared/model/figures/today.ts'
import { figureNames, type FigureName } from '#shared/model/figures/today-numbers.ts'
import { documentHtml } from '../../../electron/common/documents/document-html.ts'
import { reportCsv } from '../../../electron/desk/history/report/csv.ts'
import { reportDocument } from '../../../electron/desk/history/report/document.ts'
import { factsOf } from '../../../electron/desk/history/report/facts.ts'
import { linesOf } from '../../../electron/desk/history/report/lines.ts'
import { reportWorkbook } from '../../../electron/desk/history/report/workbook.ts'

const hostile = ['=HYPERLINK("http://x","y")', '+1', '-2+3', '@SUM(A1)', '<script>alert(1)</script>', '\u202Etxt.exe', '0042', '1-2', 'a;=1+1'] as const
const from = '2026-10-31T23:00:00.000Z' as UtcTime
const figure = (payments: number, amount: string, withoutAmount = 0): Figure => ({ payments, amount, withoutAmount })

function currencyOf(
  currency: string | null, changes: Partial<Record<FigureName, Figure>>, net: string, netUnknown = 0,
): CurrencyFigures {
  const figures = Object.fromEntries(figureNames.map((name) => [name, changes[name] ?? figure(0, '0')])) as never
  return { currency, figures, net, netUnknown }
}

const usd = currencyOf('USD', { approved: figure(30, '18402.30'), declined: figure(10, '80.15'), refunded: figure(1, '20000.00') }, '-1597.70')
const kwd = currencyOf('KWD', { approved: figure(1, '9007199254740993.125'), voided: figure(2, '0', 2) }, '9007199254740993.125', 2)
const yen = currencyOf('JPY', { approved: figure(2, '1500') }, '1500')

const report: Report = {
  merchantKey: 'https://gate.example gw acme' as MerchantKey, environment: 'production', timeZone: 'Europe/Berlin',
  first: '2026-11-01', last: '2026-11-30', from, until: '2026-11-30T23:00:00.000Z' as UtcTime,
  who: '=cmd|calc', desk: null, currency: null, currencies: [yen, kwd, usd],
  days: [{ date: '2026-11-20', from, until: from, currencies: [usd] }],
  brands: [{ cardBrand: 'removed', currencies: [usd] }, { cardBrand: null, currencies: [yen] }, { cardBrand: '=VISA', currencies: [kwd] }],
  reasons: [
    ...hostile.map((text, index) => ({
      errorCode: index === 0 ? '=1+1' : `00${index}`, errorText: text as string as Masked, payments: 1, amounts: [{ currency: 'USD', ...figure(1, '1.00') }],
    })),
    { errorCode: '54', errorText: null, payments: 1, amounts: [{ currency: 'USD', ...figure(1, '0', 1) }] },
    { errorCode: null, errorText: 'x'.repeat(65_536) as Masked, payments: 1, amounts: [{ currency: 'USD', ...figure(1, '1.00') }] },
  ],
  reportedOtherwise: 2, otherReasons: 0,
  otherDesks: { desks: [{ desk: 'a'.repeat(32) as DeskId, label: '=Till' }], upToDateAt: from },
}
const lines = linesOf(report)
const facts = factsOf(report, { profile: '=Acme', thisDesk: '@home', now: Date.parse(from) })

/** Reads RFC 4180. */
function parsed(text: string): string[][] {
  const rows: string[][] = [[]]
  for (const [, quoted, plain, end] of text.slice(1).matchAll(/(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n)/g)) {
    rows.at(-1)!.push(quoted?.replaceAll('""', '"') ?? plain ?? '')
    if (end !== ',') rows.push([])
  }
  return rows.slice(0, -1)
}

interface ReadCell { readonly type: 'text' | 'number'; readonly value: string; readonly format: string }

/** The cells of each sheet, by sheet and by the head of their column. */
async function sheetsOf(): Promise<Record<string, readonly (readonly ReadCell[])[]>> {
  const unzipped = Object.entries(unzipSync(await reportWorkbook(lines, facts)))
  const files = Object.fromEntries(unzipped.map(([name, bytes]) => [name, strFromU8(bytes)]))
  const decoded = (xml: string): string => xml.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&quot;', '"').replaceAll('&apos;', "'").replaceAll('&#39;', "'").replaceAll('&amp;', '&')
  const shared = [...files['xl/sharedStrings.xml']!.matchAll(/<si><t[^>]*>([\s\S]*?)<\/t><\/si>/g)].map(([, text = '']) => decoded(text))
  const custom = Object.fromEntries([...files['xl/styles.xml']!.matchAll(/<numFmt numFmtId="(\d+)" formatCode="([^"]*)"/g)].map(([, id = '', code = '']) => [id, decoded(code)]))
  const styles = /<cellXfs[\s\S]*<\/cellXfs>/.exec(files['xl/styles.xml']!)![0]
  const formats = [...styles.matchAll(/<xf ([^>]*)>/g)].map(([, attributes = '']) => custom[/numFmtId="(\d+)"/.exec(attributes)?.[1] ?? ''] ?? '')
  const names = [...files['xl/workbook.xml']!.matchAll(/<sheet [^>]*?name="([^"]*)"/g)].map(([, name = '']) => name)
  return Object.fromEntries(names.map((name, index) => {
    const xml = files[`xl/worksheets/sheet${index + 1}.xml`]!
    expect(xml).not.toMatch(/<f[ >]/)
    return [name, [...xml.matchAll(/<row [^>]*>([\s\S]*?)<\/row>/g)].map(([, row = '']) => {
      const cells: ReadCell[] = []
      for (const [, attributes = '', value = ''] of row.matchAll(/<c ([^>]*?)(?:\/>|>(?:<v>([^<]*)<\/v>)?<\/c>)/g)) {
        const column = [.../r="([A-Z]+)/.exec(attributes)![1]!].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1
        const isText = attributes.includes('t="s"')
        cells[column] = { type: isText ? 'text' : 'number', value: isText ? shared[Number(value)]! : value, format: formats[Number(/ s="(\d+)"/.exec(` ${attributes}`)?.[1])] ?? '' }
      }
      return cells
    })]
  }))
}

describe('a report as CSV', () => {
  const rows = parsed(reportCsv(lines, facts))
  const named = rows.slice(1).map((row) => Object.fromEntries(row.map((cell, index) => [rows[0]![index], cell])))

  it('has the same numbers, as plain decimals, and each row as many cells', () => {
    expect(new Set(rows.map(({ length }) => length)).size).toBe(1)
    expect(named[2]).toMatchObject({
      'Part': 'Total', 'Currency': 'USD', 'Approved': '30', 'Approved amount': '18402.30', 'Refunded amount': '20000.00', 'Net moved': '-1597.70',
      'Approval rate (%)': '75.0',
    })
    expect(named[1]).toMatchObject({ 'Currency': 'KWD', 'Approved amount': '9007199254740993.125', 'Approval rate (%)': '' })
    expect(named[3]).toMatchObject({ 'Part': 'Day', 'Currency': 'USD' })
    expect(named.filter(({ Part: part }) => part === 'Card brand').map((row) => row['Name'])).toEqual(['Removed', 'Not known', "'=VISA"])
  })

  it('shows no amount instead of zero if none is known', () => {
    expect(named[1]).toMatchObject({ 'Voided': '2', 'Voided amount': '', 'Movements without a known amount': '2' })
  })

  it('contains no cell that a spreadsheet computes', () => {
    const formulas = rows.flat().filter((cell) => /^[\s"]*[=+@]/.test(cell) || (cell.startsWith('-') && !/^-\d+\.\d\d$/.test(cell)))
    expect(formulas).toEqual([])
    expect(rows.flat()).toEqual(expect.arrayContaining([`'${hostile[0]}`, "'=cmd|calc", "'=Acme", "'0042"]))
  })
})

describe('what a report leaves out', () => {
  const names = { profile: 'Acme', thisDesk: '', now: Date.parse(from) }
  const leftOut = (changes: Partial<Report>) => factsOf({ ...report, ...changes }, names)
    .flatMap(([name, value]) => (name === 'Amounts' || name === 'Reasons' ? [value] : []))

  it('is stated in its files: amounts that are not known, and further reasons', () => {
    expect(leftOut({ currencies: [usd, yen] })).toEqual([])
    const held = currencyOf('USD', { held: figure(5, '30.00', 3) }, '0')
    expect(leftOut({ currencies: [held], otherReasons: 12 })).toEqual([
      'Those that are not known are left out.', 'Those of 12 more declined payments are not listed.',
    ])
  })
})

describe('a report as XLSX', () => {
  it('has a sheet for each part, with amounts as numbers in the digits of their currency', async () => {
    const sheets = await sheetsOf()
    expect(Object.keys(sheets)).toEqual(['Report', 'By day', 'By card brand', 'Declined by reason'])
    const [head, day] = sheets['By day']!
    const at = (name: string) => day?.[head!.findIndex(({ value }) => value === name)]
    expect(day?.[0]).toEqual({ type: 'text', value: '2026-11-20', format: '@' })
    expect(at('Approved amount')).toMatchObject({ type: 'number', value: '18402.3', format: '#,##0.00' })
    expect(at('Net moved')).toMatchObject({ type: 'number', value: '-1597.7' })
    expect(at('Approved')).toMatchObject({ type: 'number', value: '30' })
    expect(at('Approval rate (%)')).toMatchObject({ type: 'number', value: '75', format: '0.0' })
  })

  it('keeps an amount as text if a spreadsheet would round it', async () => {
    const total = (await sheetsOf())['Report']!
    const head = total.findLastIndex((row) => row[0]?.value === 'Currency')
    const column = total[head]!.findIndex(({ value }) => value === 'Approved amount')
    expect(total.slice(head + 1).map((row) => row[column])).toEqual([
      { type: 'number', value: '1500', format: '#,##0' },
      { type: 'text', value: '9007199254740993.125', format: '@' },
      { type: 'number', value: '18402.3', format: '#,##0.00' },
    ])
  })

  it('has every text in a text cell, unchanged, and states where one is truncated', async () => {
    const sheets = await sheetsOf()
    const reasons = sheets['Declined by reason']!.slice(1)
    expect(reasons.map(([reason]) => reason?.type)).toEqual(reasons.map(() => 'text'))
    expect(reasons.slice(0, hostile.length).map(([reason]) => reason?.value)).toEqual([...hostile])
    expect(reasons[0]![1]).toMatchObject({ type: 'text', value: '=1+1' })
    expect(reasons.at(-1)![0]!.value).toMatch(/^x+ \[…\]$/)
    expect(reasons.at(-1)![0]!.value).toHaveLength(32_767)
    expect(sheets['Report']!.slice(0, 7).map(([, value]) => value?.value)).toContain('=cmd|calc')
  })
})

describe('a report as a printed page', () => {
  const html = documentHtml(reportDocument(lines, facts, '2026-11-01 to 2026-11-30'))

  it('has the same numbers, by currency', () => {
    const cells = [...html.matchAll(/<bdi>([\s\S]*?)<\/bdi>/g)].map(([, text]) => text)
    for (const text of ['18,402.30 USD', '\u22121,597.70 USD', '9,007,199,254,740,993.125 KWD', '1,500 JPY', '75.0 %', 'not known']) {
      expect(cells).toContain(text)
    }
    expect(html).toContain('<caption>By day, USD</caption>')
  })

  it('shows every text as text', () => {
    expect(html).not.toContain('<script')
    expect(html).not.toContain('\u202E')
    expect(html).toContain('[U+202E]txt.exe')
  })
})

it('every file names the payments that the gateway reports differently', async () => {
  const [name, value] = ['Reported differently', '2 payments are reported by the gateway with another amount, currency, kind or status than here. The amounts are as sent.']
  expect(parsed(reportCsv(lines, facts)).map((cells) => cells.slice(0, 2))).toContainEqual([name, value])
  const { Report: sheet } = await sheetsOf()
  expect(sheet!.map((cells) => cells.slice(0, 2).map((cell) => cell.value))).toContainEqual([name, value])
  expect(reportDocument(lines, facts, 'November').blocks[0]).toMatchObject({ rows: expect.arrayContaining([{ label: name, value }]) })
  expect(factsOf({ ...report, reportedOtherwise: 0 }, { profile: '', thisDesk: '', now: 0 }).map(([label]) => label)).not.toContain(name)
})
