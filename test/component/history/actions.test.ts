// Refunds, voids and captures in the line of their payment.
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { EntryId, MinorUnits } from '#shared/brands.ts'
import { success } from '#shared/result.ts'
import { aLine, aRow } from '../screen-support/data.ts'
import { flushScreen, openScreen } from '../screen-support/open.ts'
import { words } from '../support/mount.ts'

// The list draws only visible lines, and elements have no height in the simulated page.
beforeEach(() => {
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(600)
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(900)
})
afterEach(() => { vi.restoreAllMocks() })

test('the line of a payment names its refund in short: an open one before an approved one', async () => {
  const action = (state: 'approved' | 'unknown', minor: string, currency = 'USD') => aRow({
    entryId: minor as EntryId, operation: 'return', state, reviewed: { minorAmount: minor as MinorUnits, currency },
  })
  const { content } = await openScreen('/history', { 'history.list': () => success({ next: null, lines: [
    aLine({ entryId: 'open' as EntryId }, [action('approved', '500'), action('unknown', '2000')]),
    aLine({ entryId: 'refunded' as EntryId }, [action('approved', '1015')]),
    aLine({ entryId: 'other' as EntryId }, [action('approved', '500', 'EUR')]),
  ] }) })
  await flushScreen()
  const states = [...content.querySelectorAll('.line .state small')].map((one) => words(one))
  expect(states).toEqual([
    'Refund: unknown · \u221220.00 · 1 more', 'Refund: approved · \u221210.15', 'Refund: approved · \u22125.00 EUR',
  ])
})
