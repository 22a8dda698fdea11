import type { Problem } from '#shared/gateway/requests/validation.ts'
import type { Translate } from '../../../i18n/index.ts'

/** The message for a problem of a field; every validation code has its own. */
export function problemText(problem: Problem, t: Translate): string {
  if (problem.code === 'amount-comma' && problem.details.first !== undefined) {
    return t(problem.details.second === undefined ? 'forms.amountMeant' : 'forms.amountsMeant', problem.details)
  }
  if (problem.code !== 'amount-decimals') return t(`forms.problem.${problem.code}`, problem.details)
  const allowed = Number(problem.details.allowed ?? '')
  return t('forms.problem.amount-decimals', { ...problem.details, count: allowed })
}
