import type { ProfileId } from '#shared/brands.ts'
import type { ColumnMeaning } from '#shared/model/payments/batch.ts'
import { columnKey } from '#shared/tables/batch-columns.ts'
import type { Services } from '../../services.ts'
import type { DraftState } from './state.ts'

/** Stores a person's choices for the columns of a profile's tables. If the disk refuses, only the choices are lost. */
export function keepColumns(
  { keptColumns, log }: Pick<Services, 'keptColumns' | 'log'>, profileId: ProfileId, draft: DraftState | null,
): void {
  const known = keptColumns.of(profileId)
  const chosen = (draft?.columns ?? []).flatMap(({ header, meaning, recognisedBy }): [string, ColumnMeaning][] => {
    const key = columnKey(header)
    return recognisedBy !== 'person' || key === '' || known.get(key) === meaning ? [] : [[key, meaning]]
  })
  if (chosen.length === 0) return
  try {
    keptColumns.keep(profileId, new Map(chosen))
  } catch {
    log('columns-not-kept')
  }
}
