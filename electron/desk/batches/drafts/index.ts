import { failed } from '#shared/result.ts'
import type { CallsOf } from '../../calls.ts'
import type { DeskContext } from '../../context.ts'
import type { DraftsForStart } from '../planned.ts'

export interface Drafts extends DraftsForStart {
  readonly calls: Omit<CallsOf<'batches'>,
    'batches.start' | 'batches.list' | 'batches.show' | 'batches.rows' | 'batches.pause' | 'batches.resume' | 'batches.stop'
    | 'batches.sendRow' | 'batches.reopenFile' | 'batches.saveResult'>
  drop(): void
}

/** Replaced by the drafts of the table that a person opens. */
export function createDrafts(_desk: DeskContext): Drafts {
  const gone = async () => failed({ code: 'draft-gone' } as const)
  return {
    calls: {
      'batches.openFile': gone, 'batches.openDropped': gone, 'batches.openText': gone, 'batches.openEntries': gone,
      'batches.draft': gone, 'batches.draftRows': gone, 'batches.mapColumns': gone, 'batches.editCell': gone,
      'batches.leaveOut': gone, 'batches.acceptDuplicate': gone, 'batches.lookUpCards': gone, 'batches.saveProblems': gone,
      'batches.saveTemplate': gone, 'batches.discard': gone,
    },
    drop: () => undefined,
    take: () => failed({ code: 'draft-gone' }),
    profileOf: () => null,
    discard: () => undefined,
  }
}
