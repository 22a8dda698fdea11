/** The texts of the verdict on "Charged twice?". */
import type { Verdict } from '#shared/model/payments/charged-twice.ts'
import type { compare } from '../../i18n/en/compare.ts'
import type { Kind } from '../../ui/messages/kinds.ts'

interface Words {
  readonly kind: Kind
  readonly words: keyof typeof compare.verdict
}

/** The key of a verdict's texts (in `compare.verdict`), and its kind of notice. */
export function verdictWords(verdict: Verdict): Words {
  switch (verdict.kind) {
    case 'only-one': return { kind: 'info', words: 'onlyOne' }
    case 'not-certain': return { kind: 'unknown', words: verdict.missing === 'result' ? 'noResult' : 'returnedAmount' }
    case 'two-approved': return { kind: 'warning', words: 'twoApproved' }
    case 'not-approved': return { kind: 'info', words: verdict.approved === 'one' ? 'oneApproved' : 'noneApproved' }
    case 'already-refunded': return { kind: 'good', words: verdict.charged === 'one' ? 'oneRefunded' : 'allRefunded' }
  }
}
