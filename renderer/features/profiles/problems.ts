import type { ProfileProblem } from '#shared/model/profile-rules.ts'
import { profileDraftSchema, type ProfileDraft } from '#shared/model/profile.ts'
import type { TextKey } from '../../i18n/index.ts'

/** What is wrong with a draft's shape. Rules that span fields or profiles are checked by main, which knows all. */
export function draftProblems(draft: ProfileDraft): ProfileProblem[] {
  const parsed = profileDraftSchema.safeParse(draft)
  if (parsed.success) return []
  return parsed.error.issues.map(({ path }) => {
    const field = path.join('.')
    const value = path.reduce<unknown>((node, step) => (node as Record<PropertyKey, unknown>)[step], draft)
    const empty = value === '' || (Array.isArray(value) && value.length === 0)
    const shape = field.endsWith('.currency') ? 'currency-unknown' : 'format'
    return { field, code: empty ? 'required' : shape }
  })
}

/** The text for a problem: `format` is said in the words of its field. */
export function problemText({ field, code }: ProfileProblem): TextKey {
  if (field === 'entryPoints' && code === 'required') return 'profiles.entryPointsMissing'
  if (code !== 'format') return `profiles.problem.${code}`
  if (field === 'name' || field === 'login' || field === 'productWord') return `profiles.format.${field}`
  if (/^entryPoints\.\d+\.id$/.test(field)) return 'profiles.format.entryPointId'
  return field.startsWith('switches.paths.') ? 'profiles.format.path' : 'profiles.problem.format'
}
