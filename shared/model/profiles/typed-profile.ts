import { holdsCardNumber } from '../../gateway/numbers/luhn.ts'
import { profileDraftSchema } from './profile.ts'

/**
 * A profile as typed. SECURITY: none of its texts may contain a card number, as the file is readable; such an issue has
 * the message `holds-card-number`. Files are read without this rule: one number shaped like a card's must not make all
 * profiles unreadable.
 */
export const typedProfileDraftSchema = profileDraftSchema.superRefine((draft, context) => {
  for (const path of pathsOfCardNumbers(draft)) {
    context.addIssue({ code: 'custom', path: [...path], message: 'holds-card-number' })
  }
})

function pathsOfCardNumbers(value: unknown, path: readonly (string | number)[] = []): (readonly (string | number)[])[] {
  if (typeof value === 'string') return holdsCardNumber(value) ? [path] : []
  if (typeof value !== 'object' || value === null) return []
  const step = (key: string) => (Array.isArray(value) ? Number(key) : key)
  return Object.entries(value).flatMap(([key, part]) => pathsOfCardNumbers(part, [...path, step(key)]))
}
