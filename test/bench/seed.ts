/** One environment variable chooses the seed of everything here that goes by chance: tests, soak tests, the order. */
const variable = 'GATEWAY_CONSOLE_SEED'

/** A whole number of at most nine digits, or null. */
export function wholeNumber(text: string | undefined): number | null {
  return text !== undefined && /^\d{1,9}$/.test(text) ? Number(text) : null
}

/** `GATEWAY_CONSOLE_SEED`, else `usual`, else another number each time. Whoever uses it prints it. */
export function chosenSeed(usual = Date.now() % 1_000_000): number {
  return wholeNumber(process.env[variable]) ?? usual
}
