import { ref, shallowRef, type Ref } from 'vue'
import type { Failure } from '#shared/model/answers/failure.ts'
import type { Result } from '#shared/result.ts'

interface Found<Row> { readonly rows: readonly Row[]; readonly total: number }

/** A long list whose rows are read when they become visible. */
export interface RowPages<Row> {
  readonly total: Readonly<Ref<number>>
  /** Increases with every page that was read. */
  readonly revision: Readonly<Ref<number>>
  readonly loaded: Readonly<Ref<boolean>>
  readonly failure: Readonly<Ref<Failure | null>>
  /** The row at an index; undefined until it is read. */
  rowAt(this: void, index: number): Row | undefined
  /** Reads the visible rows, from one index to another. */
  show(this: void, first: number, last: number): Promise<void>
  /** Reads the visible rows again after a change. */
  refresh(this: void): Promise<void>
  /** Starts another list at its top. */
  begin(this: void): Promise<void>
}

/** Rows of a page; a call returns at most 200. */
const pageSize = 100

/**
 * Reads the rows of a long list in pages when they become visible. `ask` reads `count` rows from an index. Shown rows
 * stay until they are read again, so that nothing flickers while a batch runs.
 */
export function useRowPages<Row>(
  ask: (from: number, count: number) => Promise<Result<Found<Row>, Failure>>,
): RowPages<Row> {
  const pages = shallowRef<ReadonlyMap<number, readonly Row[]>>(new Map())
  const total = ref(0)
  const revision = ref(0)
  const loaded = ref(false)
  const failure = shallowRef<Failure | null>(null)
  let sight: readonly [first: number, last: number] = [0, pageSize - 1]
  /** Number of the current list; answers for an earlier one are dropped. */
  let list = 0
  let busy = false
  let stale = true

  const pagesInSight = (): number[] => {
    const [first, last] = sight.map((index) => Math.floor(index / pageSize)) as [number, number]
    return Array.from({ length: last - first + 1 }, (_, place) => first + place)
  }

  async function read(): Promise<void> {
    if (busy) return
    busy = true
    try {
      for (;;) {
        const again = stale
        const isMissing = (page: number): boolean => !pages.value.has(page) && page * pageSize < total.value
        const wanted = pagesInSight().filter((page) => again || isMissing(page))
        if (wanted.length === 0) return
        const asked = list
        stale = false
        const answers = await Promise.all(wanted.map((page) => ask(page * pageSize, pageSize)))
        if (asked === list && !take(wanted, answers, again)) return
      }
    } finally {
      busy = false
    }
  }

  /** Stores the pages; returns false if an answer failed, which stops reading until the next change. */
  function take(wanted: readonly number[], answers: readonly Result<Found<Row>, Failure>[], again: boolean): boolean {
    const refused = answers.find((answer) => !answer.ok)
    failure.value = refused?.ok === false ? refused.failure : null
    if (refused !== undefined) return false
    const now = new Map(again ? [] : pages.value)
    answers.forEach((answer, place) => {
      const page = wanted[place]
      if (!answer.ok || page === undefined) return
      now.set(page, answer.value.rows)
      total.value = answer.value.total
    })
    pages.value = now
    revision.value += 1
    loaded.value = true
    return true
  }

  const rowAt = (index: number): Row | undefined => pages.value.get(Math.floor(index / pageSize))?.[index % pageSize]

  async function show(first: number, last: number): Promise<void> {
    sight = [Math.max(0, first), Math.max(first, last)]
    await read()
  }

  async function refresh(): Promise<void> {
    stale = true
    await read()
  }

  async function begin(): Promise<void> {
    list += 1
    sight = [0, pageSize - 1]
    loaded.value = false
    await refresh()
  }

  return { total, revision, loaded, failure, rowAt, show, refresh, begin }
}
