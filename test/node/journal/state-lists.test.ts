import { expect, it } from 'vitest'
import { entryStates, isUncertain, isOpen, isUndone } from '#shared/model/history.ts'
import { openStates } from '../../../electron/journal/write/state-lists.ts'
import { text } from '../../../electron/journal/row.ts'
import { openHere } from './with-journal.ts'

it.each(['entry_open', 'merchant_one_action_in_flight'])('what is open is, word for word, what the index %s holds', (index) => {
  const { connection } = openHere()
  const definition = text(connection.first('SELECT sql FROM sqlite_master WHERE name = ?', index) ?? {}, 'sql')
  expect(definition).toContain(`state IN ${openStates}`)
})

it('open entries are found by their index, not by looking through the history', () => {
  const { connection } = openHere()
  const plan = connection.all(`EXPLAIN QUERY PLAN SELECT * FROM entry WHERE state IN ${openStates} ORDER BY seq`)
  expect(plan.map((row) => text(row, 'detail')).join('\n')).toContain('entry_open')
})

it('an error and a person’s word are no certain end: only what was refused or never left did nothing', () => {
  expect(entryStates.filter(isOpen)).toEqual(['sending', 'processing', 'error', 'unknown'])
  expect(entryStates.filter(isUncertain)).toEqual(['sending', 'processing', 'error', 'unknown', 'not-found', 'closed-error', 'closed-unknown'])
  expect(entryStates.filter(isUndone)).toEqual(['refused', 'access-denied', 'not-sent'])
})
