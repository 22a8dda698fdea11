/** Drafts of batches: tables that are checked and corrected. Nothing of a draft was sent, and nothing of it is kept. */
import type { Profile } from '#shared/model/profile.ts'
import { failed, success } from '#shared/result.ts'
import { maskFreeText } from '#shared/gateway/masking.ts'
import type { CallsOf } from '../../calls.ts'
import type { DeskContext } from '../../context.ts'
import type { DraftsForStart, PlannedRow } from '../planned.ts'
import { acceptDuplicate, editCell, leaveOut, mapColumns } from './changes.ts'
import { keepColumns } from './keep-columns.ts'
import { fromFileOnly, openFile, openGiven } from './open.ts'
import { readAgain } from './read-again.ts'
import { decimalsOf, derivesOrderIds } from './row-values.ts'
import { changedCells, maskedCells, shownDraft, shownRow } from './shown.ts'
import type { DraftState } from './state.ts'
import { draftStore } from './store.ts'

type DraftCalls = Pick<CallsOf<'batches'>,
  'batches.openFile' | 'batches.openDropped' | 'batches.openText' | 'batches.draft'
  | 'batches.draftRows' | 'batches.mapColumns' | 'batches.editCell' | 'batches.leaveOut' | 'batches.acceptDuplicate'
  | 'batches.discard'>

export interface Drafts extends DraftsForStart {
  readonly calls: DraftCalls
  /** The desk is locked: drops all drafts, and ends what is being read. */
  drop(): void
}

/** Creates the drafts of the desk; there is none. */
export function createDrafts(desk: DeskContext): Drafts {
  const { services } = desk
  const store = draftStore(desk)
  const gone = failed({ code: 'draft-gone' } as const)

  const calls: DraftCalls = {
    'batches.openFile': (input) => openFile(desk, store, input),
    'batches.openDropped': ({ fileName, bytes, ...at }) =>
      openGiven(desk, store, at, { kind: 'base64', text: bytes }, { source: 'file', fileName }),
    async 'batches.openText'({ text, ...at }) {
      const allowed = fromFileOnly(at)
      if (!allowed.ok) return allowed
      return await openGiven(desk, store, at, { kind: 'text', text }, { source: 'clipboard', fileName: null })
    },
    async 'batches.draft'({ draftId }) {
      const draft = store.find(draftId)
      return draft === null ? gone : success(shownDraft(draft))
    },
    async 'batches.draftRows'({ draftId, show, from, count }) {
      const draft = store.find(draftId)
      if (draft === null) return gone
      const places = placesOf(draft, show)
      return success({ rows: places.slice(from, from + count).map((place) => shownRow(draft, place)), total: places.length })
    },
    async 'batches.mapColumns'(input) {
      const mapped = await store.change(input.draftId, (draft) => mapColumns(draft, input))
      if (mapped.ok) keepColumns(services, mapped.value.profileId, store.find(input.draftId))
      return mapped
    },
    'batches.editCell': (input) => store.change(input.draftId, (draft) => editCell(draft, input)),
    'batches.leaveOut': (input) => store.change(input.draftId, (draft) => leaveOut(draft, input)),
    'batches.acceptDuplicate': (input) => store.change(input.draftId, (draft) => acceptDuplicate(draft, input)),
    async 'batches.discard'({ draftId }) {
      store.discard(draftId)
      return success(null)
    },
  }

  return {
    calls,
    drop() {
      store.dropAll()
      services.tables.cancel()
    },
    profileOf: (draftId): Profile | null => {
      const draft = store.find(draftId)
      return draft === null ? null : services.profiles.get(draft.target.profile.id)
    },
    readAgain: (batch, target) => readAgain(desk, batch, target),
    discard(draftId) { store.discard(draftId) },
    take(draftId, version) {
      const draft = store.find(draftId)
      if (draft === null) return gone
      if (draft.version !== version || draft.verdicts.length !== draft.rows.length) return failed({ code: 'draft-changed' })
      const { operation, target, source, fileName, columns } = draft
      const rows = draft.rows.flatMap((row, place): PlannedRow[] => {
        const { facts, accepted } = row
        if (facts === null || draft.verdicts[place]?.state !== 'ready') return []
        return [{
          line: row.line, values: facts.values, cells: maskedCells(draft, row), reason: accepted?.reason ?? null,
          ...(accepted?.duplicateOf != null && { acceptDuplicateOf: accepted.duplicateOf }),
        }]
      })
      return success({
        operation, target, source, rows,
        fileName: fileName === null ? null : maskFreeText(fileName),
        headers: columns.map(({ header }) => maskFreeText(header)), mapping: columns.map(({ meaning }) => meaning),
        changed: changedCells(draft), decimals: decimalsOf(draft).shown, defaults: draft.defaults,
        periodLabel: derivesOrderIds(draft) ? draft.periodLabel : null,
      })
    },
  }
}

/** The places of the rows in a state; none until all are checked. */
function placesOf({ verdicts }: DraftState, show: 'all' | DraftState['verdicts'][number]['state']): number[] {
  return verdicts.flatMap(({ state }, place) => (show === 'all' || state === show ? [place] : []))
}
