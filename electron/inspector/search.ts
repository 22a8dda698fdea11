/** Tries attempts with a matcher until one matches. */
import type { Cause } from '#shared/inspector/cause.ts'
import type { Attempt } from '#shared/inspector/try-mutations.ts'

/** Returns for each text, in order, the further mistakes of its match; null if it does not match. */
export type Matcher<Rendered> = (rendered: readonly Rendered[]) => Promise<readonly (readonly Cause[] | null)[]>

interface Found<Rendered = unknown, Plan = unknown> {
  /** The matching text, and its plan. */
  readonly rendered: Rendered
  readonly plan: Plan
  readonly causes: readonly Cause[]
  /** Single mistakes that give the same text as the found one. */
  readonly alsoPossible: readonly Cause[]
}

export interface Search<Rendered = unknown, Plan = unknown> {
  readonly found: Found<Rendered, Plan> | null
  readonly tried: number
}

export interface SearchOptions {
  /** The time limit for the search among pairs, in milliseconds. */
  readonly limitMs: number
  /** Called after each batch with the number of tried texts. */
  readonly progress?: (tried: number) => void
  readonly isCancelled?: () => boolean
}

const batchSize = 512

/**
 * Searches the single mistakes, then the pairs. Of several matches, the one with the fewest mistakes counts, then the
 * earlier one in the list.
 */
export async function search<Rendered, Plan>(
  singles: Iterable<Attempt<Rendered, Plan>>, pairs: Iterable<Attempt<Rendered, Plan>>, match: Matcher<Rendered>,
  options: SearchOptions,
): Promise<Search<Rendered, Plan>> {
  let tried = 0
  const hits: Attempt<Rendered, Plan>[] = []
  for (const batch of batches(singles)) {
    hits.push(...await fitting(batch, match))
    tried += batch.length
    // The right text is the first attempt.
    if (hits[0]?.causes.length === 0) break
  }
  const least = Math.min(...hits.map(({ causes }) => causes.length))
  const [best, ...others] = hits.filter(({ causes }) => causes.length === least)
  if (best !== undefined) {
    return { found: { ...best, alsoPossible: otherCauses(best.causes, others.map(({ causes }) => causes)) }, tried }
  }
  const end = performance.now() + options.limitMs
  for (const batch of batches(pairs)) {
    const [first] = await fitting(batch, match)
    tried += batch.length
    if (first !== undefined) return { found: { ...first, alsoPossible: [] }, tried }
    options.progress?.(tried)
    if (options.isCancelled?.() === true || performance.now() > end) break
  }
  return { found: null, tried }
}

async function fitting<Rendered, Plan>(
  batch: readonly Attempt<Rendered, Plan>[], match: Matcher<Rendered>,
): Promise<Attempt<Rendered, Plan>[]> {
  const further = await match(batch.map(({ rendered }) => rendered))
  return batch.flatMap((attempt, index) => {
    const more = further[index] ?? null
    return more === null ? [] : [{ ...attempt, causes: [...attempt.causes, ...more] }]
  })
}

function otherCauses(best: readonly Cause[], others: readonly (readonly Cause[])[]): Cause[] {
  const known = new Set(best.map(({ id }) => id))
  return others.flat().filter(({ id }) => {
    const isNew = !known.has(id)
    known.add(id)
    return isNew
  })
}

function* batches<Item>(items: Iterable<Item>): Generator<Item[]> {
  let batch: Item[] = []
  for (const item of items) {
    batch.push(item)
    if (batch.length < batchSize) continue
    yield batch
    batch = []
  }
  if (batch.length > 0) yield batch
}
