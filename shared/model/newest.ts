/** Which signature of a subject is the newest: each carries a number that only grows. */
import { canonicalText } from './canonical.ts'
import { z } from './zod.ts'

const subjectSchema = z.object({
  number: z.number().int().min(0),
  /** What a person calls it, for a subject that is missing. */
  name: z.string(),
  /** It was removed: whatever is put back is older. */
  removed: z.literal(true).optional(),
})

/** The newest number of each subject: `settings`, `profile:<id>`. */
export const newestListSchema = z.object({
  /** The moment the list began, in milliseconds since 1970: every number up to it was given before, and is older. */
  since: z.number().int().min(0),
  subjects: z.record(z.string(), subjectSchema),
})
export type NewestList = Readonly<z.infer<typeof newestListSchema>>

/** A signed thing as it is there now; `number` is 0 where it carries none. */
export interface Present {
  readonly subject: string
  readonly name: string
  readonly number: number
}

/** The text whose digest stands for a list: the same for the same subjects in whatever order. */
export function newestText(list: NewestList): string {
  return canonicalText(list)
}

export type Standing = 'newest' | 'older' | 'ahead'

/** How a number stands against a list. `ahead`: the application ended between writing it and the list. */
export function standingIn({ since, subjects }: NewestList, subject: string, number: number): Standing {
  if (number <= since) return 'older'
  const listed = subjects[subject]
  if (listed === undefined || number > listed.number) return 'ahead'
  return number === listed.number && listed.removed === undefined ? 'newest' : 'older'
}

/** The number that the next signature of a subject gets. */
export function numberAfter(
  { since, subjects }: NewestList, { subject, number }: Pick<Present, 'subject' | 'number'>,
): number {
  return Math.max(subjects[subject]?.number ?? 0, number, since) + 1
}

/** The list with another number of a subject. */
export function listWith(list: NewestList, { subject, name, number }: Present, removed?: true): NewestList {
  const entry = { number, name, ...removed !== undefined && { removed } }
  return { ...list, subjects: { ...list.subjects, [subject]: entry } }
}

/** Subjects that were neither removed nor are there. */
export function missingFrom(
  { subjects }: NewestList, present: readonly Present[],
): readonly Pick<Present, 'subject' | 'name'>[] {
  const there = new Set(present.map(({ subject }) => subject))
  return Object.entries(subjects).flatMap(([subject, { name, removed }]) =>
    removed === true || there.has(subject) ? [] : [{ subject, name }])
}

/**
 * A list to begin with where none was kept, or the one that was is lost. SECURITY: every number of before counts as
 * older, whether its subject is there now or is put back later, so that nothing becomes the newest because a list was
 * taken away. What the lost lists name is named further where it is missing.
 */
export function listBegunAt(now: number, lost: readonly NewestList[], present: readonly Present[]): NewestList {
  const since = Math.max(now, ...lost.map((list) => list.since))
  const known = [...lost.flatMap(({ subjects }) => Object.entries(subjects)),
    ...present.map(({ subject, name }) => [subject, { number: 0, name }] as const)]
  const subjects = Object.fromEntries(known.map(([subject, entry]) => [subject, { ...entry, number: since }]))
  return { since, subjects }
}
