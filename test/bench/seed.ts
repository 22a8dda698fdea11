/** One environment variable sets the seed of everything random here: tests, soak tests, the order. */
const variable = 'GATEWAY_CONSOLE_SEED'

/** A whole number of at most nine digits, or null. */
export function wholeNumber(text: string | undefined): number | null {
  return text !== undefined && /^\d{1,9}$/.test(text) ? Number(text) : null
}

/** `GATEWAY_CONSOLE_SEED`, else `usual`, else a new number each time. The caller prints it. */
export function chosenSeed(usual = Date.now() % 1_000_000): number {
  return wholeNumber(process.env[variable]) ?? usual
}

/** Pseudo-random numbers, the same for the same seed, so that a run can be repeated. */
export interface Random {
  /** From 0 up to, not including, 1. */
  next(): number
  /** A whole number from `least` to `most`, both included. */
  whole(least: number, most: number): number
  pick<Item>(items: readonly [Item, ...Item[]]): Item
}

/** Creates a generator (mulberry32) from a whole number. */
export function seeded(seed: number): Random {
  let state = seed >>> 0
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const whole = (least: number, most: number) => least + Math.floor(next() * (most - least + 1))
  return { next, whole, pick: (items) => items[whole(0, items.length - 1)] ?? items[0] }
}
