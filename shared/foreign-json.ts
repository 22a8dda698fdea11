/** Deeper than any JSON that the application stores or sends. */
const deepest = 64

/**
 * Parses JSON from an untrusted source. Throws `SyntaxError` for invalid JSON and for more than 64 levels of nesting:
 * with thousands of levels, a parser's time grows faster than the text.
 */
export function parseForeignJson(text: string): unknown {
  if (isDeeperThan(text, deepest)) throw new SyntaxError('nested too deep')
  return JSON.parse(text)
}

/** Counts brackets outside strings. May be wrong for invalid JSON, which is refused anyway. */
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
