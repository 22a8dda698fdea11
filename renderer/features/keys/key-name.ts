import { holdsCardNumber } from '#shared/gateway/numbers/luhn.ts'
import type { TextKey } from '../../i18n/index.ts'

const most = 60

/** The text of a key name's problem, or null. */
export function keyNameProblem(name: string): TextKey | null {
  const length = name.trim().length
  if (length === 0) return 'keys.nameMissing'
  if (length > most) return 'keys.nameTooLong'
  return holdsCardNumber(name) ? 'keys.nameHoldsCardNumber' : null
}
