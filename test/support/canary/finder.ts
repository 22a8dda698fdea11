/** Finds many patterns in one pass over the bytes (Wu and Manber, 1994): one pass for each takes minutes in total. */

interface Pattern {
  readonly bytes: Uint8Array
}

/** Creates a finder for patterns of two bytes or more; it returns the patterns that a text contains. */
export function finderOf<Item extends Pattern>(patterns: readonly Item[]): (text: Uint8Array) => ReadonlySet<Item> {
  /** The start of the last pair of bytes in the compared part of every pattern. */
  const last = Math.min(...patterns.map(({ bytes }) => bytes.length)) - 2
  /** For each pair of bytes, how far behind it the nearest pattern may end. */
  const steps = new Uint16Array(0x1_0000).fill(last + 1)
  const endingIn = new Map<number, Item[]>()
  for (const pattern of patterns) {
    for (let at = 0; at <= last; at += 1) {
      const pair = pairAt(pattern.bytes, at)
      steps[pair] = Math.min(steps[pair] ?? 0, last - at)
    }
    const pair = pairAt(pattern.bytes, last)
    endingIn.set(pair, [...endingIn.get(pair) ?? [], pattern])
  }
  return (text) => {
    const found = new Set<Item>()
    for (let at = last; at < text.length - 1;) {
      const pair = pairAt(text, at)
      const step = steps[pair] ?? 0
      if (step === 0) {
        for (const pattern of endingIn.get(pair) ?? []) if (standsAt(pattern.bytes, text, at - last)) found.add(pattern)
      }
      at += step === 0 ? 1 : step
    }
    return found
  }
}

function pairAt(bytes: Uint8Array, at: number): number {
  return ((bytes[at] ?? 0) << 8) | (bytes[at + 1] ?? 0)
}

function standsAt(pattern: Uint8Array, text: Uint8Array, start: number): boolean {
  return pattern.every((byte, at) => text[start + at] === byte)
}
