/** What a checked callback proves, in one sentence and what to do about it (addendum 9). */
import type { CallbackCheck } from '#shared/model/callback.ts'
import type { Kind } from '../../ui/kinds.ts'

export type VerdictId = 'right' | 'incomplete' | 'wrong' | 'otherSecret' | 'malformed' | 'absent' | 'notChecked'

/** The verdict on a control: a right one proves something only when all mandatory fields are there. */
export function verdictOf(check: Pick<CallbackCheck, 'control' | 'missing' | 'signedWith'>): VerdictId {
  switch (check.control) {
    case 'right': return check.missing.length === 0 ? 'right' : 'incomplete'
    case 'wrong': return check.signedWith === null ? 'wrong' : 'otherSecret'
    case 'not-checked': return check.signedWith === null ? 'notChecked' : 'otherSecret'
    case 'malformed': return 'malformed'
    case 'absent': return 'absent'
  }
}

/** What a verdict means at a glance; a redirect is never good news, whatever its control (§6.2). */
export function verdictKind(verdict: VerdictId, kind: CallbackCheck['kind']): Kind {
  switch (verdict) {
    case 'right': return kind === 'callback' ? 'good' : 'info'
    case 'incomplete':
    case 'otherSecret':
    case 'absent':
    case 'notChecked':
      return 'warning'
    case 'wrong':
    case 'malformed':
      return 'bad'
  }
}
