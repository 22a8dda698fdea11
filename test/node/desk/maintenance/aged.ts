/** A history with mostly old entries. */
import { query } from '../../journal/samples.ts'
import { charge, charges, noon, observation, openHistory, outcome, valueOf, type History, type UtcTime } from './support.ts'

export const day = 24 * 3_600_000
export const young = { at: new Date(noon + 95 * day).toISOString() as UtcTime }

/** Two resolved charges, one unknown, one in progress and one being sent, all old; and a recent one. */
export async function agedHistory(): Promise<History> {
  const opened = openHistory()
  const { journal } = opened
  await charges(opened, 'one')
  await valueOf(journal.recordIntent(charge('unknown')))
  await valueOf(journal.recordOutcome(outcome('unknown', { kind: 'unknown', fault: 'reset', reply: null })))
  await valueOf(journal.recordIntent(charge('under-way')))
  await valueOf(journal.recordOutcome(outcome('under-way')))
  await valueOf(journal.recordIntent(charge('sending')))
  await charges(opened, 'two')
  await valueOf(journal.recordObservation(observation('two', { status: 'approved' })))
  await valueOf(journal.recordIntent(charge('young', young)))
  await valueOf(journal.recordOutcome(outcome('young', { kind: 'refused', ...young })))
  opened.clock.now = noon + 100 * day
  return opened
}

/** The listed entries, newest first. */
export const shownIn = async ({ journal }: Pick<History, 'journal'>) =>
  (await valueOf(journal.search(query()))).rows.map((row) => row.entryId)
