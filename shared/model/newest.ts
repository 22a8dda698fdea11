/** Which signature of a subject is the newest: each carries a number that only grows. */
import { canonicalText } from './canonical.ts'
import { z } from './zod.ts'

const entrySchema = z.object({
  number: z.number().int().min(1),
  /** What a person calls it, for a subject that is missing. */
  name: z.string(),
  /** It was removed: whatever is put back is older. */
  removed: z.literal(true).optional(),
})

/** By subject: `settings`, `profile:<id>`. */
export const newestListSchema = z.record(z.string(), entrySchema)
export type NewestList = Readonly<z.infer<typeof newestListSchema>>

/** A signed thing as it is there now; `number` is 0 where it carries none. */
export interface Present {
  readonly subject: string
  readonly name: string
  readonly number: number
}

/** The text whose digest stands for a list: the same for the same entries in whatever order. */
export function newestText(list: NewestList): string {
  return canonicalText(list)
}

export type Standing = 'newest' | 'older' | 'ahead'

/** How a number stands against a list. `ahead`: the application ended between writing it and the list. */
export function standingIn(list: NewestList, subject: string, number: number): Standing {
  const listed = list[subject]?.number ?? 0
  if (number === listed && listed > 0 && list[subject]?.removed === undefined) return 'newest'
  return number > listed ? 'ahead' : 'older'
}

/** The number that the next signature of a subject gets. */
export function numberAfter(list: NewestList, { subject, number }: Pick<Present, 'subject' | 'number'>): number {
  return Math.max(list[subject]?.number ?? 0, number) + 1
}

/** Subjects that were neither removed nor are there. */
export function missingFrom(
  list: NewestList, present: readonly Present[],
): readonly Pick<Present, 'subject' | 'name'>[] {
  const there = new Set(present.map(({ subject }) => subject))
  return Object.entries(list).flatMap(([subject, { name, removed }]) =>
    removed === true || there.has(subject) ? [] : [{ subject, name }])
}

/**
 * A list to begin with where the one that was kept is lost. SECURITY: everything that is there counts as older, so that
 * nothing becomes the newest because a list was taken away.
 */
export function listWithout(lost: readonly NewestList[], present: readonly Present[]): NewestList {
  const entries = [
    ...lost.flatMap((list) => Object.entries(list)),
    ...present.map(({ subject, name, number }) => [subject, { number: number + 1, name }] as const),
  ]
  const list: Record<string, NewestList[string]> = {}
  for (const [subject, entry] of entries) {
    if (entry.number > (list[subject]?.number ?? 0)) list[subject] = entry
  }
  return list
}
