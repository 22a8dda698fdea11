import { expect, test } from 'vitest'
import type { CallAnswer } from '#shared/ipc/contract.ts'
import { failed, success } from '#shared/result.ts'
import ExportEntries from '../../../renderer/features/history/export/ExportEntries.vue'
import { emptyFilter, type ListFilter } from '../../../renderer/features/shared/history/filter-address.ts'
import { askedFilter } from '../../../renderer/features/history/filters/list-filter.ts'
import { flushScreen } from '../screen-support/open.ts'
import { done, fakeMain } from '../support/bridge.ts'
import { button, click, show, words } from '../support/mount.ts'
import { text } from '../../support/texts.ts'

/** Opens the dialog; main's answer to the export is given by `end`. */
async function openDialog(changes: Partial<ListFilter> = {}, count = { count: 1234, atLeast: false }) {
  let end: (answer: CallAnswer<'history.export'>) => void = () => undefined
  const main = fakeMain({
    'history.count': () => success(count),
    'history.export': () => new Promise((resolve) => { end = resolve }),
    'history.cancelExport': done,
  })
  const filter = { ...emptyFilter, ...changes }
  const asked = askedFilter(filter, new Date(), 'UTC', null)
  const shown = show(ExportEntries, { props: { filter, asked, desks: [] } })
  await click(button(text('history.export.button')))
  await flushScreen()
  return {
    ...main, shown, dialog: () => document.querySelector<HTMLElement>('[role="dialog"]')!,
    begin: async () => {
      document.querySelector('form')!.requestSubmit()
      await flushScreen()
      return main.inputsOf('history.export').at(-1)!
    },
    end: async (answer: CallAnswer<'history.export'>) => {
      end(answer)
      await flushScreen()
    },
  }
}

test('the dialog names the filters and the number of entries of the file', async () => {
  const { dialog, inputsOf } = await openDialog({ text: '6768788', state: 'unknown', operation: 'recurrent-payment', who: 'ada' })
  for (const part of [
    `${text('history.search')}6768788`, 'StateUnknown', 'TypeRecurrent payment', 'Whoada', `${text('history.view.label')}Payments`,
    'Entries1,234',
  ]) expect(words(dialog())).toContain(part)
  expect(inputsOf('history.count')).toMatchObject([
    { text: '6768788', states: ['unknown'], operations: ['recurrent-payment'], who: 'ada', view: 'payments' },
  ])
})

test('a count that stopped is shown as a minimum', async () => {
  const { dialog } = await openDialog({}, { count: 10_000, atLeast: true })
  expect(words(dialog())).toContain(text('history.export.atLeast', { number: '10,000' }))
})

test('the export has the filters of the screen', async () => {
  const { begin } = await openDialog({ state: 'declined', view: 'all', currency: 'EUR' })
  const { filter } = await begin()
  expect(filter).toMatchObject({ states: ['declined'], view: 'all', currency: 'EUR' })
})

test('a running export shows its progress, then the name of the file', async () => {
  const { begin, end, emit, dialog } = await openDialog()
  const { exportId, format } = await begin()
  expect(format).toBe('csv')
  emit('history.exporting', { exportId, done: 500, total: 1234 })
  emit('history.exporting', { exportId: 'of another export', done: 7, total: 8 })
  await flushScreen()
  expect(words(dialog())).toContain(text('history.export.soFarOf', { number: '500', total: '1,234' }))
  expect(document.querySelector('[role="progressbar"]')!.getAttribute('aria-valuenow')).toBe('41')
  await end(success({ fileName: 'history.csv', entries: 1234 }))
  expect(words(dialog())).toContain(text('history.export.saved', { name: 'history.csv' }))
  expect(words(dialog())).toContain(text('history.export.savedEntries', { number: '1,234', count: 2 }))
})

test('an export is cancelled by its button and by leaving the screen', async () => {
  const first = await openDialog()
  const { exportId } = await first.begin()
  await click(button(text('history.export.cancel')))
  expect(first.inputsOf('history.cancelExport')).toEqual([{ exportId }])
  await first.end(failed({ code: 'cancelled' }))
  expect(words(first.dialog())).toContain(text('failure.what.cancelled'))
  first.shown.unmount()
  const second = await openDialog()
  await second.begin()
  second.shown.unmount()
  expect(second.inputsOf('history.cancelExport')).toHaveLength(1)
})

test('a cancelled file dialog shows no message; a full disk shows how many entries were written', async () => {
  const { begin, end, dialog } = await openDialog()
  await begin()
  await end(failed({ code: 'cancelled' }))
  expect(words(dialog())).not.toContain('cancelled')
  await begin()
  await end(failed({ code: 'file-unwritable', detail: text('profiles.saved', { name: 'The disk is full. 100 entries had been written. Nothing' }) }))
  expect(words(dialog())).toContain(text('profiles.saved', { name: '100 entries had been written. Nothing' }))
})
