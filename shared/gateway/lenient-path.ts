/** Paths as a lenient server reads them, for comparing where two paths lead. */

/**
 * The segments of a path after everything that some server or proxy does before it routes: escapes decoded (also
 * twice), `\` taken for `/`, parameters after `;` and whatever follows `?` or `#` left out, empty segments and `.`
 * dropped, `..` resolved, capitals made small. Two paths with equal segments may reach the same operation.
 */
export function lenientSegments(path: string): readonly string[] {
  const [decoded = ''] = decodedFully(path).split(/[?#]/)
  const segments: string[] = []
  for (const written of decoded.split(/[/\\]/)) {
    const [name = ''] = written.split(';')
    const segment = name.trim().toLowerCase()
    if (segment === '..') segments.pop()
    else if (segment !== '' && segment !== '.') segments.push(segment)
  }
  return segments
}

/** A path with every escape of one ASCII character replaced by the character, until none is left. */
export function decodedFully(path: string): string {
  const decoded = path.replace(/%([0-7][0-9a-f])/gi, (_escape, code: string) => String.fromCharCode(parseInt(code, 16)))
  // Each round is shorter, so that this ends.
  return decoded === path ? path : decodedFully(decoded)
}

/** True when one of two paths is the other one or its beginning, in whole segments. */
export function oneBeginsWithOther(one: readonly string[], other: readonly string[]): boolean {
  return one.slice(0, other.length).every((segment, index) => segment === other[index])
}

/** True when a path contains all segments of another one beside each other. */
export function containsPath(path: readonly string[], other: readonly string[]): boolean {
  return path.some((_segment, start) =>
    path.length - start >= other.length && oneBeginsWithOther(path.slice(start), other))
}
