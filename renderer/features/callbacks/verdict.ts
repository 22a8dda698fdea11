/** The verdict on a checked callback (addendum 9). */
import type { CallbackCheck } from '#shared/model/answers/callback.ts'
import type { Kind } from '../../ui/messages/kinds.ts'

export type VerdictId = 'right' | 'incomplete' | 'wrong' | 'otherSecret' | 'malformed' | 'absent' | 'notChecked'

/** The verdict on a control. A correct control proves something only if all mandatory fields are present. */
export function verdictOf(check: Pick<CallbackCheck, 'control' | 'missing' | 'signedWith'>): VerdictId {
  switch (check.control) {
    case 'right': return check.missing.length === 0 ? 'right' : 'incomplete'
    case 'wrong': return check.signedWith === null ? 'wrong' : 'otherSecret'
    case 'not-checked': return check.signedWith === null ? 'notChecked' : 'otherSecret'
    case 'malformed': return 'malformed'
    case 'absent': return 'absent'
  }
}

/** The kind of notice for a verdict. A redirect is never good news, whatever its control (§6.2). */
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
