import { holdsCardNumber } from '#shared/gateway/numbers/luhn.ts'
import { longestPersonName } from '#shared/model/application/access.ts'
import type { TextKey } from '../../i18n/index.ts'

/**
 * The problem of a person's name, or null. `others`: the names of the other people. Names that differ only in case or
 * extra spaces count as equal. Main checks again.
 */
export function personNameProblem(name: string, others: readonly string[]): TextKey | null {
  const trimmed = name.trim()
  if (trimmed === '') return 'access.nameMissing'
  if (trimmed.length > longestPersonName) return 'access.nameLong'
  if (holdsCardNumber(trimmed)) return 'access.nameCard'
  return others.some((other) => folded(other) === folded(trimmed)) ? 'access.nameUsed' : null
}

const folded = (name: string): string => name.trim().replace(/\s+/g, ' ').toLowerCase()
