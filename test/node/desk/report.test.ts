/** The saved report of a period, over the real sandbox. */
import { afterEach, describe, expect, it } from 'vitest'
import type { ReportFormat, ReportQuery } from '#shared/model/figures/report.ts'
import { savingTexts } from '../../support/fixtures/system.ts'
import { confirm, sell } from './order-support.ts'
import { profileAt } from './strange-gateway.ts'
import { closeAll, endpoint, open, type TestDesk } from './support.ts'

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

describe('a report of one currency, after the whole refund of a hold that another desk captured, perhaps in part', () => {
  const reported = '&amount=10.15\n&initial-amount=10.15\n&currency=USD\n&gate-partial-capture=enabled\n'

  it.each([
    ['names it in the currency of the order', reported, 'USD', { USD: ['USD'], EUR: [] }],
    ['names it in each currency, if that of the order is not known', '', null, { USD: [null], EUR: [null] }],
  ] as const)('%s, without an amount', async (_name, amounts, currency, named) => {
    const desk = await open()
    const profileId = await profileAt(desk, (path) => path.includes('/return/')
      ? 'type=async-response\n&serial-number=2-2\n&gw-order-id=77\n&merchant-order-id=shop-1\n&status=approved\n'
      : 'type=status-response\n&status=approved\n&transaction-type=capture\n&merchant-order-id=shop-1\n&gw-order-id=77\n' + amounts)
    const submit = async (operation: 'return' | 'recurrent-payment', values: Record<string, string>) => {
      const { intentId } = await desk.call('payments.review', { profileId, entryPoint: endpoint, operation, values, confidential: {} })
      return await desk.call('payments.submit', { intentId, ...confirm, acceptUnverifiedCard: true })
    }
    // The history contains the currency USD.
    await submit('recurrent-payment', {
      merchantOrderId: 'shop-2', cardReference: '1000001', orderDescription: 'Subscription', amount: '10.15', currency: 'USD',
      customerIpAddress: '203.0.113.9',
    })
    const { entryId } = await submit('return', { merchantOrderId: 'shop-1', orderId: '77' })
    expect((await desk.call('history.entry', { entryId })).row).toMatchObject({ state: 'approved', currency, reviewed: null })
    const query = { ...await aroundNow(desk), profileId }
    for (const narrowed of ['USD', 'EUR'] as const) {
      const { currencies } = await desk.call('report.read', { ...query, currency: narrowed })
      const refunds = currencies.filter(({ figures: { refunded } }) => refunded.payments > 0)
      expect(refunds.map(({ currency: of, figures: { refunded }, netUnknown }) =>
        [of, refunded.payments, refunded.withoutAmount, netUnknown]))
        .toEqual(named[narrowed].map((of) => [of, 1, 1, 1]))
    }
  })
})
