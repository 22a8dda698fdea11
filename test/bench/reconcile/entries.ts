/** The entries of the benchmark, spread over 300 days. */
const firstMoment = Date.UTC(2026, 0, 10)
const days = 300

/** The moment of an entry by its number, of `size` entries. */
export function momentOf(number: number, size: number): number {
  return firstMoment + number * Math.floor(days * 86_400_000 / size)
}

/** Its amount in minor units. */
export function amountOf(number: number): number {
  return 100 + number * 7_919 % 250_000
}
