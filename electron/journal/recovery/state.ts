/** What recovery remembers between runs, and the only steps that lead from one state to the next. */
import { z } from '#shared/model/zod.ts'
import { utcTimeSchema } from '#shared/model/branded.ts'
import { salvageSchema } from '#shared/model/maintenance.ts'
import { isQuarantineName } from './file-names.ts'

const restoredSchema = salvageSchema.extend({
  fileName: z.string(), at: utcTimeSchema, contradicted: z.boolean().optional(),
})
// SECURITY: whoever writes the folder writes this file too; only names that this application gives reach a path.
const quarantineName = z.string().refine(isQuarantineName)

const changeSchema = z.discriminatedUnion('kind', [
  /** The journal is being given this name. */
  z.object({ kind: z.literal('quarantine'), fileName: quarantineName }),
  /** The same, and the finished file then takes its place. */
  z.object({ kind: z.literal('replace'), fileName: quarantineName, restored: restoredSchema.nullable() }),
])

/** How much of a journal that was put aside is known here; one without an entry was not read so far. */
const knownSchema = z.enum(['resolved', 'not-all-read'])

/** The state as it stands in its file. */
export const recoveryStateSchema = z.object({
  version: z.literal(1),
  /** Files are changing their names: what a power cut interrupts, the next start completes. */
  change: changeSchema.nullable(),
  /** SQLite found damage while the application ran: the next start looks at all of the journal. */
  damaged: z.boolean(),
  /** Names what of the history is missing, until a backup is restored or a person gives it up. */
  missing: z.string().nullable(),
  /** What was missing and is resolved: it is not said again. */
  resolvedMissing: z.string().nullable(),
  /** A restore that took place, and that the audit trail does not have yet. */
  restored: restoredSchema.nullable(),
  quarantined: z.record(quarantineName, knownSchema),
})

export type RecoveryState = z.infer<typeof recoveryStateSchema>
export type FileChange = z.infer<typeof changeSchema>

/** Where nothing has happened yet. */
export const initialState: RecoveryState = {
  version: 1, change: null, damaged: false, missing: null, resolvedMissing: null, restored: null, quarantined: {},
}

export type RecoveryEvent =
  | { readonly event: 'damage-found' }
  /** All of the journal was read, and it is whole. */
  | { readonly event: 'found-whole' }
  | { readonly event: 'change-begun'; readonly change: FileChange }
  /** The files have their old names again. */
  | { readonly event: 'change-abandoned' }
  | { readonly event: 'change-completed' }
  /** The audit trail has the restore. */
  | { readonly event: 'restore-noted' }
  | { readonly event: 'missing-found'; readonly what: string }
  | { readonly event: 'missing-given-up' }
  /** A journal that was put aside was salvaged; what could not be read, or has to wait, may be a charge. */
  | { readonly event: 'file-salvaged'; readonly fileName: string; readonly lost: number | null; readonly waiting: number }
  | { readonly event: 'file-given-up'; readonly fileName: string }

/** The state after an event; the same one where the event changes nothing. Pure. */
export function afterEvent(state: RecoveryState, happened: RecoveryEvent): RecoveryState {
  switch (happened.event) {
    case 'damage-found': return { ...state, damaged: true }
    case 'found-whole': return { ...state, damaged: false }
    case 'change-begun': return { ...state, change: happened.change }
    case 'change-abandoned': return { ...state, change: null }
    case 'change-completed': return afterChange(state)
    case 'restore-noted': return { ...state, restored: null }
    case 'missing-found': return happened.what === state.resolvedMissing ? state : { ...state, missing: happened.what }
    case 'missing-given-up': return withoutMissing(state)
    case 'file-salvaged': return withYield(state, happened.fileName, happened)
    case 'file-given-up': return knowing(state, happened.fileName, 'resolved')
  }
}

/** Another file has the journal's name: what SQLite found damaged is not the journal any more. */
function afterChange(state: RecoveryState): RecoveryState {
  const { change } = state
  const changed = { ...state, change: null, damaged: false }
  if (change?.kind !== 'replace') return changed
  const { restored, fileName } = change
  const resolved = withoutMissing({ ...changed, restored })
  return restored === null ? resolved : withYield(resolved, fileName, restored)
}

function withoutMissing(state: RecoveryState): RecoveryState {
  return state.missing === null ? state : { ...state, missing: null, resolvedMissing: state.missing }
}

function withYield(
  state: RecoveryState, fileName: string, { lost, waiting }: { readonly lost: number | null; readonly waiting: number },
): RecoveryState {
  return knowing(state, fileName, lost === 0 && waiting === 0 ? 'resolved' : 'not-all-read')
}

/** What is resolved stays so: who gave a file up need not do it again. */
function knowing(state: RecoveryState, fileName: string, known: z.infer<typeof knownSchema>): RecoveryState {
  if (state.quarantined[fileName] === 'resolved') return state
  return { ...state, quarantined: { ...state.quarantined, [fileName]: known } }
}
