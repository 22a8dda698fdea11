import type { JournalPort } from '../../journal/port.ts'

type Watched = Pick<JournalPort, 'recordIntent' | 'recordOutcome' | 'recordObservation' | 'recordClosing' | 'recordNote' | 'changeBatch'>

/**
 * The journal, with a report of each write that changes the displayed state of an entry or batch, so that writers need
 * not know the listeners. `changed` is called after the write; also for an outcome that could not be stored, as its
 * entry stays open.
 */
export function watchedJournal(journal: JournalPort, changed: () => void): JournalPort {
  const watched: Watched = {
    async recordIntent(intent) {
      const kept = await journal.recordIntent(intent)
      if (kept.ok) changed()
      return kept
    },
    async recordOutcome(outcome) {
      const kept = await journal.recordOutcome(outcome)
      changed()
      return kept
    },
    async recordObservation(observation) {
      const kept = await journal.recordObservation(observation)
      if (kept.ok && kept.value.changed) changed()
      return kept
    },
    async recordClosing(closing) {
      const kept = await journal.recordClosing(closing)
      if (kept.ok && kept.value.closed) changed()
      return kept
    },
    async changeBatch(change) {
      const kept = await journal.changeBatch(change)
      if (kept.ok && kept.value.changed) changed()
      return kept
    },
    async recordNote(note) {
      const kept = await journal.recordNote(note)
      if (kept.ok && kept.value.recorded) changed()
      return kept
    },
  }
  return { ...journal, ...watched }
}
