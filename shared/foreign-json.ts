/** Deeper than anything that is kept or sent as JSON here. */
const deepest = 64

/**
 * Reads JSON from an untrusted source. Throws `SyntaxError` for invalid JSON, and for more than 64 levels of nesting:
 * a parser's time for thousands of levels grows faster than the text.
 */
export function parseForeignJson(text: string): unknown {
  if (isDeeperThan(text, deepest)) throw new SyntaxError('nested too deep')
  return JSON.parse(text)
}

/** Counts brackets outside strings. It may be wrong for invalid JSON, which is refused in any case. */
function isDeeperThan(text: string, most: number): boolean {
  let depth = 0
  let inString = false
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at]
    if (inString) {
      if (character === '\\') at += 1
      else if (character === '"') inString = false
    } else if (character === '"') inString = true
    else if (character === '[' || character === '{') depth += 1
    else if (character === ']' || character === '}') depth -= 1
    if (depth > most) return true
  }
  return false
}
