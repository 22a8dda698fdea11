/**
 * Moduli of the ROCA weakness (CVE-2017-15361): made by a library of some smart cards and security chips whose primes
 * have the form k·M + (65537^a mod M), M being the product of the first primes. Such a modulus is a power of 65537
 * modulo each of those primes, and can be factored.
 */
const generator = 65_537
/** M for keys of 2048 bits is the product of the primes up to this one; that of longer keys holds all of these too. */
const lastPrime = 701

/** For each odd prime up to the last one, the remainders that a power of 65537 can leave. */
const marks = oddPrimes(lastPrime).map((prime) => ({ prime: BigInt(prime), remainders: powersModulo(prime) }))

/**
 * Whether a modulus of at least 2048 bits carries the mark of that library. Of other moduli fewer than one in 10³⁰ do
 * (the test computes it).
 */
export function hasRocaMark(modulus: bigint): boolean {
  return marks.every(({ prime, remainders }) => remainders.has(modulus % prime))
}

function powersModulo(prime: number): ReadonlySet<bigint> {
  const powers = new Set<bigint>()
  for (let power = 1; !powers.has(BigInt(power)); power = power * generator % prime) powers.add(BigInt(power))
  return powers
}

function oddPrimes(last: number): number[] {
  const primes: number[] = []
  for (let candidate = 3; candidate <= last; candidate += 2) {
    if (primes.every((prime) => candidate % prime !== 0)) primes.push(candidate)
  }
  return primes
}
