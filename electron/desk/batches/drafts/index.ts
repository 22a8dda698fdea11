/** Drafts of batches: tables that are checked and corrected. Nothing of a draft is sent or stored. */
import { maskFreeText, maskWrittenCards } from '#shared/gateway/requests/masking.ts'
import { operations } from '#shared/gateway/operations/operations.ts'
import { draftRowStates, type DraftRowState } from '#shared/model/payments/batch.ts'
import type { Profile } from '#shared/model/profiles/profile.ts'
import { derivesOrderIds } from '#shared/tables/missing-fields.ts'
import { failed, success } from '#shared/result.ts'
import { localTime } from '../../../common/processes/time.ts'
import type { CallsOf } from '../../calls.ts'
import type { DeskContext } from '../../context.ts'
import type { History } from '../../history/index.ts'
import { saveFile } from '../../maintenance/index.ts'
import type { DraftsForStart, PlannedRow } from '../planned.ts'
import { acceptDuplicate, editCell, leaveOut, mapColumns } from './changes.ts'
import { problemsCsv, templateCsv } from './files.ts'
import { keepColumns } from './keep-columns.ts'
import { lookUpCards } from './look-up-cards.ts'
import { openEntries, openStatement } from './open-entries.ts'
import { fromFileOnly, openFile, openGiven } from './open.ts'
import { readAgain } from './read-again.ts'
import { decimalsOf, mappingOf } from './row-values.ts'
import { changedCells, maskedCells, shownDraft, shownRow } from './shown.ts'
import type { DraftState, RowFacts } from './state.ts'
import { draftStore } from './store.ts'
import { acceptanceOf } from './verdicts.ts'

type DraftCalls = Pick<CallsOf<'batches'>,
  'batches.openFile' | 'batches.openDropped' | 'batches.openText' | 'batches.openEntries' | 'batches.openStatement' | 'batches.draft'
  | 'batches.draftRows' | 'batches.mapColumns' | 'batches.editCell' | 'batches.leaveOut' | 'batches.acceptDuplicate'
  | 'batches.lookUpCards' | 'batches.saveProblems' | 'batches.saveTemplate' | 'batches.discard'>

export interface Drafts extends DraftsForStart {
  readonly calls: DraftCalls
  /** The desk is locked: drops all drafts and stops reading tables. */
  drop(): void
}

/** Creates the drafts of the desk, without any draft. */
export function createDrafts(desk: DeskContext, history: Pick<History, 'calls'>): Drafts {
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
    'batches.openEntries': (input) => openEntries(desk, store, history, input),
    'batches.openStatement': (input) => openStatement(desk, store, history, input),
    'batches.draft': ({ draftId }) => store.read(draftId, shownDraft),
    'batches.draftRows': ({ draftId, show, from, count }) => store.read(draftId, (draft) => {
      const places = placesOf(draft, show)
      const rows = places.slice(from, from + count).map((place) => shownRow(draft, place))
      return { rows, total: places.length }
    }),
    async 'batches.mapColumns'(input) {
      const mapped = await store.change(input.draftId, (draft) => mapColumns(draft, input))
      if (mapped.ok) keepColumns(services, mapped.value.profileId, store.find(input.draftId))
      return mapped
    },
    'batches.editCell': (input) => store.change(input.draftId, (draft) => editCell(draft, input)),
    'batches.leaveOut': (input) => store.change(input.draftId, (draft) => leaveOut(draft, input)),
    'batches.acceptDuplicate': (input) => store.change(input.draftId, (draft) => acceptDuplicate(draft, input)),
    'batches.lookUpCards': ({ draftId }) => store.read(draftId, (draft) => {
      lookUpCards(desk, store, draft)
      return shownDraft(draft)
    }),
    async 'batches.saveProblems'({ draftId }) {
      const content = await store.read(draftId, problemsCsv)
      if (!content.ok) return content
      const day = localTime(services.system.now()).slice(0, 10)
      return await saveFile(services, { name: `rows-left-out-${day}.csv`, content: content.value })
    },
    'batches.saveTemplate': ({ operation }) =>
      saveFile(services, { name: `${operation}-template.csv`, content: templateCsv(operations[operation]) }),
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
      const isAsShown = draft.version === version && draft.verdicts.length === draft.rows.length
      if (!isAsShown) return failed({ code: 'draft-changed' })
      const { operation, target, source, fileName, columns } = draft
      const rows = draft.rows.flatMap((row, place): PlannedRow[] => {
        const { facts } = row
        const verdict = draft.verdicts[place]
        if (facts === null || verdict?.state !== 'ready') return []
        const accepted = acceptanceOf(row, verdict.earlier)
        return [{
          line: row.line, values: facts.values, whole: wholeOf(facts), cells: maskedCells(draft, row),
          reason: accepted?.reason ?? null,
          ...(accepted?.duplicateOf != null && { acceptDuplicateOf: accepted.duplicateOf }),
        }]
      })
      return success({
        operation, target, source, rows,
        fileName: fileName === null ? null : maskWrittenCards(fileName),
        headers: columns.map(({ header }) => maskFreeText(header)), mapping: columns.map(({ meaning }) => meaning),
        changed: changedCells(draft), decimals: decimalsOf(draft).shown, defaults: draft.defaults,
        periodLabel: derivesOrderIds(mappingOf(draft)) ? draft.periodLabel : null,
      })
    },
  }
}

/** The amount of the order, for a row that sends no amount. */
function wholeOf({ values, minorAmount, currency }: RowFacts): PlannedRow['whole'] {
  return values.amount !== undefined || minorAmount === null || currency === null ? null : { minorAmount, currency }
}

/** The indexes of the rows in a state, or of all rows, those with problems first. Empty until all rows are checked. */
function placesOf({ verdicts }: DraftState, show: 'all' | DraftRowState): number[] {
  const states = show === 'all' ? draftRowStates : [show]
  return states.flatMap((wanted) => verdicts.flatMap(({ state }, place) => (state === wanted ? [place] : [])))
}
