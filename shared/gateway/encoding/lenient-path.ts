/** Paths as a lenient server reads them, for comparing their destinations. */

/**
 * The segments of a path after everything that some server or proxy does before it routes: escapes are decoded (also
 * twice), `\` becomes `/`, parameters after `;` and the text after `?` or `#` are dropped, empty segments and `.` are
 * dropped, `..` is resolved, capitals become small. Two paths with equal segments may reach the same operation.
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

/** The path with every escape of one ASCII character replaced by the character, repeatedly until none is left. */
export function decodedFully(path: string): string {
  const decoded = path.replace(/%([0-7][0-9a-f])/gi, (_escape, code: string) => String.fromCharCode(parseInt(code, 16)))
  // Each round is shorter, so the recursion ends.
  return decoded === path ? path : decodedFully(decoded)
}

/** True when one of two paths equals the other or is its beginning, in whole segments. */
export function oneBeginsWithOther(one: readonly string[], other: readonly string[]): boolean {
  return one.slice(0, other.length).every((segment, index) => segment === other[index])
}

/** True when a path contains all segments of another one in sequence. */
export function containsPath(path: readonly string[], other: readonly string[]): boolean {
  return path.some((_segment, start) =>
    path.length - start >= other.length && oneBeginsWithOther(path.slice(start), other))
}
