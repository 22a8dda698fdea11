import type { ProfileBlock, ProfileView } from '#shared/model/application/app.ts'
import type { ProfileProblem } from '#shared/model/profiles/profile-rules.ts'
import type { Translate } from '../../../i18n/index.ts'
import { problemText } from './problem-text.ts'

/** The problems of a stored profile, one sentence each. */
export function problemsText(problems: readonly ProfileProblem[], t: Translate): string {
  return problems.map((problem) => t(problemText(problem), problem.details ?? {})).join(' ')
}

/** Why a profile sends nothing, and what to do. */
export function blockText(block: ProfileBlock, t: Translate): string {
  if (block.kind === 'not-confirmed') return t(`profileChecks.reason.${block.reason}`)
  return t('profileChecks.breaksRule', { problems: problemsText(block.problems, t) })
}

/** True if a person must confirm the key before it signs for the profile's merchant. */
export function keyNeedsConfirming({ key, keyFor, merchant, blocked }: ProfileView): boolean {
  return blocked === null && key !== null && merchant !== null && !keyFor.includes(merchant)
}
