import type { ProfileProblem } from '#shared/model/profiles/profile-rules.ts'
import type { TextKey } from '../../../i18n/index.ts'

/** The text of a problem; `format` has a text per field. */
export function problemText({ field, code, details }: ProfileProblem): TextKey {
  if (code === 'amount-comma' && details?.first !== undefined) {
    return details.second === undefined ? 'profiles.problem.amount-meant' : 'profiles.problem.amounts-meant'
  }
  if (field === 'entryPoints' && code === 'required') return 'profiles.entryPointsMissing'
  if (code !== 'format') return `profiles.problem.${code}`
  if (field.startsWith('batches.')) return 'profiles.batches.format'
  if (field === 'route.url') return 'profiles.problem.proxy-format'
  if (field === 'name' || field === 'login' || field === 'productWord' || field === 'authorities') return `profiles.format.${field}`
  if (/^entryPoints\.\d+\.id$/.test(field)) return 'profiles.format.entryPointId'
  return field.startsWith('switches.paths.') ? 'profiles.format.path' : 'profiles.problem.format'
}
