/** The printed page of a comparison. */
import { expect, it } from 'vitest'
import type { ReconcileResult, ResultRow } from '#shared/model/payments/reconcile.ts'
import { documentHtml } from '../../../electron/common/documents/document-html.ts'
import { resultDocument } from '../../../electron/reconcile/files/document.ts'

it('has unmasked order ids and statement name, although some of their digits pass the check digit of cards', () => {
  const result = { period: { first: '2026-11-01', last: '2026-11-30' }, sums: [] } as unknown as ReconcileResult
  const ids = { orderId: '17958058889520001' }
  const row = { line: { line: 2, kind: 'payment', ids, lastFour: null, amount: '1.00', currency: 'USD', day: null, state: null }, entries: [], entryCount: 0, rule: null, differences: [] }
  const html = documentHtml(resultDocument({
    result, facts: [['Statement', '20261101-20261130.csv']], rowsOf: (list) => (list === 'onlyStatement' ? [row as unknown as ResultRow] : []),
  }))
  expect(html).toContain('<bdi>17958058889520001</bdi>')
  expect(html).toContain('<bdi>20261101-20261130.csv</bdi>')
})
