/** Pseudo-random numbers that are the same in every run: `diceAt` returns the same ones for the same number. */
export interface Dice {
  /** A whole number from 0 to `below` - 1. */
  number(below: number): number
  /** One of these. */
  oneOf<Item>(items: readonly [Item, ...Item[]]): Item
  /** One of these; the first ones are much more frequent than the last. */
  oneOfSkewed<Item>(items: readonly [Item, ...Item[]]): Item
  /** True with this probability in percent. */
  chance(percent: number): boolean
}

/** The dice for one number, for example that of an entry. */
export function diceAt(place: number): Dice {
  let state = Math.imul(place + 1, 0x9e3779b1) >>> 0
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const number = (below: number): number => Math.floor(next() * below)
  const pick = <Item>(items: readonly [Item, ...Item[]], index: number): Item => items[index] ?? items[0]
  return {
    number,
    oneOf: (items) => pick(items, number(items.length)),
    oneOfSkewed: (items) => pick(items, Math.floor(next() ** 3 * items.length)),
    chance: (percent) => next() * 100 < percent,
  }
}
