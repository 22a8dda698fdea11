/** Slots of rendered rows in the document, independent of their content. */
export interface RowSlots {
  /**
   * The slot of each row, by the rows' keys: a row that stays keeps its slot, a new one reuses that of a removed row.
   * Changing existing elements costs a fraction of creating new ones.
   */
  readonly of: (keys: readonly string[]) => readonly number[]
  /** Gives every row a new slot, so that nothing of an earlier row, such as its focus, passes to another one. */
  readonly renew: () => void
}

/** Creates the slots of a list that renders only the visible rows. */
export function createRowSlots(): RowSlots {
  let slots = new Map<string, number>()
  let count = 0
  return {
    of(keys) {
      const wanted = new Set(keys)
      const free = [...slots].filter(([key]) => !wanted.has(key)).map(([, slot]) => slot)
      const taken = keys.map((key) => slots.get(key) ?? free.shift() ?? count++)
      slots = new Map(keys.map((key, place) => [key, taken[place] ?? 0]))
      return taken
    },
    renew() { slots = new Map() },
  }
}
