/** The drafts in memory: a few at a time, each changed by one call at a time. */
import type { DraftId, Draft } from '#shared/model/payments/batch.ts'
import type { Failure } from '#shared/model/answers/failure.ts'
import { failed, success, type Result } from '#shared/result.ts'
import { serialQueue, type SerialQueue } from '../../../common/processes/serial-queue.ts'
import type { DeskContext } from '../../context.ts'
import { checkDraft } from './check.ts'
import { shownDraft } from './shown.ts'
import type { DraftState } from './state.ts'

/** A further draft replaces the oldest one, as each may have 10,000 rows. */
const maxDrafts = 4

export interface DraftStore {
  /** The draft, possibly during a change; null after it was dropped. */
  find(draftId: DraftId): DraftState | null
  /** Reads the draft between two changes; `draft-gone` after it was dropped. */
  read<Value>(draftId: DraftId, read: (draft: DraftState) => Value): Promise<Result<Value, Failure>>
  /** Checks a new draft and stores it. `desk-locked` if all drafts were dropped meanwhile. */
  add(draft: DraftState, timesDropped: number): Promise<Result<Draft, Failure>>
  /** Changes a draft, then checks the rows without a valid result. A refused change changes nothing. */
  change(draftId: DraftId, change: (draft: DraftState) => Result<null, Failure>): Promise<Result<Draft, Failure>>
  discard(draftId: DraftId): void
  dropAll(): void
  timesDropped(): number
}

/** Creates an empty store. */
export function draftStore(desk: DeskContext): DraftStore {
  const kept = new Map<DraftId, { readonly draft: DraftState; readonly inTurn: SerialQueue }>()
  let timesDropped = 0

  const find: DraftStore['find'] = (draftId) => kept.get(draftId)?.draft ?? null

  async function check(draft: DraftState): Promise<Result<Draft, Failure>> {
    const checked = await checkDraft(desk, draft, () => find(draft.draftId) === draft)
    draft.version += 1
    // SECURITY: if the desk was locked meanwhile, nothing of the draft may be shown.
    if (find(draft.draftId) !== draft) return failed({ code: 'draft-gone' })
    return checked.ok ? success(shownDraft(draft)) : checked
  }

  async function inTurn<Value>(
    draftId: DraftId, work: (draft: DraftState) => Promise<Result<Value, Failure>>,
  ): Promise<Result<Value, Failure>> {
    const found = kept.get(draftId)
    if (found === undefined) return failed({ code: 'draft-gone' })
    return await found.inTurn(() =>
      (find(draftId) === found.draft ? work(found.draft) : Promise.resolve(failed({ code: 'draft-gone' }))))
  }

  return {
    find,
    async add(draft, before) {
      if (before !== timesDropped) return failed({ code: 'desk-locked' })
      const [oldest] = kept.keys()
      if (kept.size >= maxDrafts && oldest !== undefined) kept.delete(oldest)
      const queue = serialQueue()
      kept.set(draft.draftId, { draft, inTurn: queue })
      const added = await queue(() => check(draft))
      if (!added.ok) kept.delete(draft.draftId)
      return added
    },
    read: (draftId, read) => inTurn(draftId, async (draft) => success(read(draft))),
    change: (draftId, change) => inTurn(draftId, async (draft) => {
      const changed = change(draft)
      if (!changed.ok) return changed
      // Increased before the check too: what the page shows is outdated from now on.
      draft.version += 1
      return await check(draft)
    }),
    discard(draftId) { kept.delete(draftId) },
    dropAll() {
      timesDropped += 1
      kept.clear()
    },
    timesDropped: () => timesDropped,
  }
}
