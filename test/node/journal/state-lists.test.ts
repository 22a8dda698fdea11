import { expect, it } from 'vitest'
import { entryStates, isUncertain, isOpen, isUndone } from '#shared/model/history/history.ts'
import { openStates } from '../../../electron/journal/write/state-lists.ts'
import { text } from '../../../electron/journal/row.ts'
import { openHere } from './with-journal.ts'

it.each(['entry_open', 'merchant_one_action_in_flight'])('the open states equal, word for word, those of the index %s', (index) => {
  const { connection } = openHere()
  const definition = text(connection.first('SELECT sql FROM sqlite_master WHERE name = ?', index) ?? {}, 'sql')
  expect(definition).toContain(`state IN ${openStates}`)
})

it('open entries are found by their index, not by reading the history', () => {
  const { connection } = openHere()
  const plan = connection.all(`EXPLAIN QUERY PLAN SELECT * FROM entry WHERE state IN ${openStates} ORDER BY seq`)
  expect(plan.map((row) => text(row, 'detail')).join('\n')).toContain('entry_open')
})

it('an error and a closing by a person are no certain end: only a refused or unsent request had no effect', () => {
  expect(entryStates.filter(isOpen)).toEqual(['sending', 'processing', 'error', 'unknown'])
  expect(entryStates.filter(isUncertain)).toEqual(['sending', 'processing', 'error', 'unknown', 'not-found', 'closed-error', 'closed-unknown'])
  expect(entryStates.filter(isUndone)).toEqual(['refused', 'access-denied', 'not-sent'])
})
