/** The saved report of a period, over the real sandbox. */
import { afterEach, describe, expect, it } from 'vitest'
import type { ReportFormat, ReportQuery } from '#shared/model/figures/report.ts'
import { savingTexts } from '../../support/fixtures/system.ts'
import { sell } from './order-support.ts'
import { closeAll, open, type TestDesk } from './support.ts'

afterEach(closeAll)

const day = (milliseconds: number): string => new Date(milliseconds).toISOString().slice(0, 10)

/** The days around now, in any time zone. */
async function aroundNow(desk: TestDesk): Promise<ReportQuery> {
  const { activeId } = await desk.call('profiles.list', null)
  const now = Date.now()
  const [first, last] = [day(now - 86_400_000), day(now + 86_400_000)]
  return { profileId: activeId, first, last, who: null, desk: null, currency: null }
}

describe('a report', () => {
  it('is saved with main’s own data, and the audit trail names the file', async () => {
    const files: [name: string, text: string][] = []
    const desk = await open({ system: { chooseSaveDestination: savingTexts((...file) => { files.push(file) }) } })
    await sell(desk)
    const query = await aroundNow(desk)
    const report = await desk.call('report.read', query)
    expect(report.currencies).toMatchObject([{ currency: 'USD', figures: { approved: { payments: 1, amount: '10.15' } }, net: '10.15' }])
    const name = `report-${query.first}-to-${query.last}.csv`
    expect(await desk.call('report.save', { query, format: 'csv' })).toEqual({ fileName: name })
    expect(files).toEqual([[name, expect.stringMatching(/\r\nTotal,,,USD,1,10\.15,/)]])
    const { lines: [line] } = await desk.call('maintenance.audit', { before: null, limit: 1 })
    expect(line).toMatchObject({ action: 'history-exported', subject: name, detail: 'Report, CSV' })
  })

  it('leaves no file if no location was chosen, or if it cannot be printed', async () => {
    const desk = await open({ system: { chooseSaveDestination: async () => null } })
    const query = await aroundNow(desk)
    const refused = (format: ReportFormat) => desk.refused('report.save', { query, format })
    expect(await refused('xlsx')).toEqual({ code: 'cancelled' })
    expect(await refused('pdf')).toMatchObject({ code: 'file-unwritable', detail: 'The pages could not be printed. Nothing was saved.' })
  })
})
