import type { Problem } from '#shared/gateway/requests/validation.ts'
import type { Translate } from '../../../i18n/index.ts'

/** A problem of a field in words; every code of the validation has its own text. */
export function problemText(problem: Problem, t: Translate): string {
  if (problem.code === 'amount-comma' && problem.details.first !== undefined) {
    return t(problem.details.second === undefined ? 'forms.amountMeant' : 'forms.amountsMeant', problem.details)
  }
  if (problem.code !== 'amount-decimals') return t(`forms.problem.${problem.code}`, problem.details)
  const allowed = Number(problem.details.allowed ?? '')
  return t('forms.problem.amount-decimals', { ...problem.details, count: allowed })
}
