/** Where in the document a drawn row stands, apart from what it shows. */
export interface RowSlots {
  /**
   * The slot of each row, by the rows' keys: a row that stays keeps its own, one that comes takes that of one that
   * went. To say something else in elements that are there costs a fraction of making new ones.
   */
  readonly of: (keys: readonly string[]) => readonly number[]
  /** Every row gets a new slot: nothing of a row before, its focus least of all, passes to another one. */
  readonly renew: () => void
}

/** The slots of a list that draws only the rows in sight. */
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
