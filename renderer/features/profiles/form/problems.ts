import { batchProblems, limitProblems, pathOverrideProblems, type ProfileProblem } from '#shared/model/profiles/profile-rules.ts'
import { timeZoneProblems } from '#shared/model/profiles/time-zone.ts'
import { fastestBatch } from '#shared/model/profiles/profile.ts'
import { networkProblems } from '#shared/model/profiles/network-rules.ts'
import { typedProfileDraftSchema } from '#shared/model/profiles/typed-profile.ts'
import { draftFrom, type ProfileForm } from './form.ts'
import { typedLimitProblems } from './limits.ts'
import { switchesFrom } from './readings.ts'

/**
 * The problems of a form: its limits, the draft's schema, its network settings and its paths. Main checks the rules
 * across fields or profiles.
 */
export function formProblems(form: ProfileForm): ProfileProblem[] {
  return [
    ...draftProblems(form), ...typedLimitProblems(form.limits, switchesFrom(form.choices).minorUnitDigits),
    ...pathsWithoutOperation(form),
  ]
}

/** Paths without an operation. A draft stores paths by operation, so such a path would be lost. */
function pathsWithoutOperation({ paths }: ProfileForm): ProfileProblem[] {
  return paths.flatMap(({ operation, path }, index) =>
    (operation === '' && path.trim() !== '' ? [{ field: pathOperationField(index), code: 'required' as const }] : []))
}

/** The name of the operation's field in a row of paths. */
export function pathOperationField(index: number): string {
  return `switches.paths.${index}.operation`
}

const fastestOf: { readonly [field: string]: number | undefined } = {
  'batches.perSecond': fastestBatch.perSecond, 'batches.atOnce': fastestBatch.atOnce,
}

function draftProblems(form: ProfileForm): ProfileProblem[] {
  const draft = draftFrom(form)
  const parsed = typedProfileDraftSchema.safeParse(draft)
  if (parsed.success) {
    return [
      ...timeZoneProblems(draft), ...networkProblems(draft), ...pathOverrideProblems(draft), ...limitProblems(draft),
      ...batchProblems(draft),
    ]
  }
  return parsed.error.issues.map(({ path, message }) => {
    const field = path.join('.')
    if (message === 'holds-card-number') return { field, code: message }
    const fastest = fastestOf[field]
    if (fastest !== undefined) return { field, code: 'format', details: { most: String(fastest) } }
    const value = path.reduce<unknown>((node, step) => (node as Record<PropertyKey, unknown>)[step], draft)
    const empty = value === '' || (Array.isArray(value) && value.length === 0)
    const shape = field.endsWith('.currency') ? 'currency-unknown' : 'format'
    return { field, code: empty ? 'required' : shape }
  })
}
