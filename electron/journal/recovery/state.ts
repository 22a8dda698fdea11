/** The state of recovery between runs, and the only steps from one state to the next. */
import { z } from '#shared/model/values/zod.ts'
import { utcTimeSchema } from '#shared/model/values/branded.ts'
import { salvageSchema } from '#shared/model/history/maintenance.ts'
import { isQuarantineName } from './file-names.ts'

const restoredSchema = salvageSchema.extend({
  fileName: z.string(), at: utcTimeSchema, contradicted: z.boolean().optional(),
})
// SECURITY: whoever can write the folder can write this file, so only names that this application assigns become paths.
const quarantineName = z.string().refine(isQuarantineName)

const changeSchema = z.discriminatedUnion('kind', [
  /** The journal is being renamed to `fileName`. */
  z.object({ kind: z.literal('quarantine'), fileName: quarantineName }),
  /** The journal is being renamed to `fileName`, then the completed new file replaces it. */
  z.object({ kind: z.literal('replace'), fileName: quarantineName, restored: restoredSchema.nullable() }),
])

/** Whether a quarantined journal is resolved. A journal without a value was not read so far. */
const knownSchema = z.enum(['resolved', 'not-all-read'])

/** The state as stored in its file. */
export const recoveryStateSchema = z.object({
  version: z.literal(1),
  /** A change of files in progress: after a power cut the next start completes it. */
  change: changeSchema.nullable(),
  /** True if SQLite found damage while the application ran; then the next start checks the whole journal. */
  damaged: z.boolean(),
  /** The name of the missing part of the history, until a backup is restored or a person gives it up. */
  missing: z.string().nullable(),
  /** A missing part that was resolved, so that it is not reported again. */
  resolvedMissing: z.string().nullable(),
  /** A completed restore that is not in the audit trail yet. */
  restored: restoredSchema.nullable(),
  quarantined: z.record(quarantineName, knownSchema),
})

export type RecoveryState = z.infer<typeof recoveryStateSchema>
export type FileChange = z.infer<typeof changeSchema>

/** The state before any event. */
export const initialState: RecoveryState = {
  version: 1, change: null, damaged: false, missing: null, resolvedMissing: null, restored: null, quarantined: {},
}

export type RecoveryEvent =
  | { readonly event: 'damage-found' }
  /** The whole journal was read without an error. */
  | { readonly event: 'found-whole' }
  | { readonly event: 'change-begun'; readonly change: FileChange }
  /** The files have their old names again. */
  | { readonly event: 'change-abandoned' }
  | { readonly event: 'change-completed' }
  /** The audit trail now has the restore. */
  | { readonly event: 'restore-noted' }
  | { readonly event: 'missing-found'; readonly what: string }
  | { readonly event: 'missing-given-up' }
  /** A quarantined journal was salvaged. Entries that are lost or have to wait may be charges. */
  | { readonly event: 'file-salvaged'; readonly fileName: string; readonly lost: number | null; readonly waiting: number }
  | { readonly event: 'file-given-up'; readonly fileName: string }

/** The state after an event; the same object if the event changes nothing. Pure. */
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
    case 'file-salvaged': return withSalvageResult(state, happened.fileName, happened)
    case 'file-given-up': return withKnown(state, happened.fileName, 'resolved')
  }
}

/** After a change, another file has the journal's name, so the damaged file is no longer the journal. */
function afterChange(state: RecoveryState): RecoveryState {
  const { change } = state
  const changed = { ...state, change: null, damaged: false }
  if (change?.kind !== 'replace') return changed
  const { restored, fileName } = change
  const resolved = withoutMissing({ ...changed, restored })
  return restored === null ? resolved : withSalvageResult(resolved, fileName, restored)
}

function withoutMissing(state: RecoveryState): RecoveryState {
  return state.missing === null ? state : { ...state, missing: null, resolvedMissing: state.missing }
}

function withSalvageResult(
  state: RecoveryState, fileName: string, { lost, waiting }: { readonly lost: number | null; readonly waiting: number },
): RecoveryState {
  return withKnown(state, fileName, lost === 0 && waiting === 0 ? 'resolved' : 'not-all-read')
}

/** Stores how much of a file is known. A resolved file stays resolved, so that no person has to give it up again. */
function withKnown(state: RecoveryState, fileName: string, known: z.infer<typeof knownSchema>): RecoveryState {
  if (state.quarantined[fileName] === 'resolved') return state
  return { ...state, quarantined: { ...state.quarantined, [fileName]: known } }
}
