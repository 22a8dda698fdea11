/**
 * Searches untrusted text for untrusted text in linear time. `indexOf` and patterns restart at every position, which
 * takes quadratic time for two texts of one repeated letter.
 */

/** Every position where `wanted` begins in `text`, including overlapping ones; none for an empty `wanted`. */
export function placesOf(text: string, wanted: string): number[] {
  const places: number[] = []
  if (wanted === '') return places
  const fallback = fallbacksOf(wanted)
  let matched = 0
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at)
    while (matched > 0 && (matched === wanted.length || wanted.charCodeAt(matched) !== code)) {
      matched = fallback[matched] ?? 0
    }
    if (wanted.charCodeAt(matched) === code) matched += 1
    if (matched === wanted.length) places.push(at + 1 - matched)
  }
  return places
}

/** For each prefix of a text: the length of its longest proper prefix that is also its suffix. */
function fallbacksOf(wanted: string): Uint32Array {
  const fallback = new Uint32Array(wanted.length + 1)
  let length = 0
  for (let at = 1; at < wanted.length; at += 1) {
    while (length > 0 && wanted.charCodeAt(at) !== wanted.charCodeAt(length)) length = fallback[length] ?? 0
    if (wanted.charCodeAt(at) === wanted.charCodeAt(length)) length += 1
    fallback[at + 1] = length
  }
  return fallback
}

/**
 * Creates a function that tests whether a text contains any of the wanted texts, with one Aho-Corasick automaton. An
 * empty text is never found.
 */
export function textFinder(wanted: readonly string[]): (text: string) => boolean {
  // The key of a step: the state it starts from and the character that is read.
  const steps = new Map<number, number>()
  const isEnd: boolean[] = [false]
  const keyOf = (state: number, code: number): number => state * 0x10000 + code
  const added: { readonly state: number; readonly from: number; readonly code: number }[][] = []
  for (const text of new Set(wanted)) {
    let state = 0
    for (let at = 0; at < text.length; at += 1) {
      const code = text.charCodeAt(at)
      let next = steps.get(keyOf(state, code))
      if (next === undefined) {
        next = isEnd.push(false) - 1
        steps.set(keyOf(state, code), next)
        ;(added[at] ??= []).push({ state: next, from: state, code })
      }
      state = next
    }
    if (state > 0) isEnd[state] = true
  }
  const fallback = new Uint32Array(isEnd.length)
  const follow = (from: number, code: number): number => {
    for (let state = from; ; state = fallback[state] ?? 0) {
      const next = steps.get(keyOf(state, code))
      if (next !== undefined) return next
      if (state === 0) return 0
    }
  }
  // Shorter prefixes first, as each falls back to a shorter one.
  for (const { state, from, code } of added.flat()) {
    fallback[state] = from === 0 ? 0 : follow(fallback[from] ?? 0, code)
    isEnd[state] ||= isEnd[fallback[state]] === true
  }
  return (text) => {
    let state = 0
    for (let at = 0; at < text.length; at += 1) {
      state = follow(state, text.charCodeAt(at))
      if (isEnd[state] === true) return true
    }
    return false
  }
}
