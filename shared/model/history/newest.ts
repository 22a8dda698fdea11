/** Decides which signature of a subject is the newest, by a number that only grows. */
import { canonicalText } from '../values/canonical.ts'
import { z } from '../values/zod.ts'

const subjectSchema = z.object({
  number: z.number().int().min(0),
  /** The name that a person knows, to report a missing subject. */
  name: z.string(),
  /** The subject was removed: any version that reappears is older. */
  removed: z.literal(true).optional(),
})

/** The newest number of each subject: `settings`, `profile:<id>`. */
export const newestListSchema = z.object({
  /** When the list began, in milliseconds since 1970: numbers up to it were assigned earlier and are older. */
  since: z.number().int().min(0),
  subjects: z.record(z.string(), subjectSchema),
})
export type NewestList = Readonly<z.infer<typeof newestListSchema>>

/** A signed subject that exists now; `number` is 0 if it has none. */
export interface Present {
  readonly subject: string
  readonly name: string
  readonly number: number
}

/** The text whose digest identifies a list: equal for the same subjects in any order. */
export function newestText(list: NewestList): string {
  return canonicalText(list)
}

export type Freshness = 'newest' | 'older' | 'ahead'

/** Compares a number with a list. `ahead`: the application ended after it wrote the number and before the list. */
export function freshnessIn({ since, subjects }: NewestList, subject: string, number: number): Freshness {
  if (number <= since) return 'older'
  const listed = subjects[subject]
  if (listed === undefined || number > listed.number) return 'ahead'
  return number === listed.number && listed.removed === undefined ? 'newest' : 'older'
}

/** The number for the next signature of a subject. */
export function numberAfter(
  { since, subjects }: NewestList, { subject, number }: Pick<Present, 'subject' | 'number'>,
): number {
  return Math.max(subjects[subject]?.number ?? 0, number, since) + 1
}

/** The list with a changed number of one subject. */
export function listWith(list: NewestList, { subject, name, number }: Present, removed?: true): NewestList {
  const entry = { number, name, ...removed !== undefined && { removed } }
  return { ...list, subjects: { ...list.subjects, [subject]: entry } }
}

/** Subjects that were not removed but do not exist. */
export function missingFrom(
  { subjects }: NewestList, present: readonly Present[],
): readonly Pick<Present, 'subject' | 'name'>[] {
  const there = new Set(present.map(({ subject }) => subject))
  return Object.entries(subjects).flatMap(([subject, { name, removed }]) =>
    removed === true || there.has(subject) ? [] : [{ subject, name }])
}

/**
 * The first list, if none was stored or the stored one is lost. SECURITY: every earlier number counts as older, whether
 * its subject exists now or reappears later, so that deleting a list makes nothing the newest. Missing subjects of lost
 * lists are still reported.
 */
export function listBegunAt(now: number, lost: readonly NewestList[], present: readonly Present[]): NewestList {
  // If a number is above the present time, the clock was ahead when the lost list began.
  const since = Math.max(now, ...lost.map((list) => list.since), ...present.map(({ number }) => number))
  const known = [...lost.flatMap(({ subjects }) => Object.entries(subjects)),
    ...present.map(({ subject, name }) => [subject, { number: 0, name }] as const)]
  const subjects = Object.fromEntries(known.map(([subject, entry]) => [subject, { ...entry, number: since }]))
  return { since, subjects }
}
