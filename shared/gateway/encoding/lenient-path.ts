/** Paths in the form that a lenient server routes by, to compare their destinations. */

/**
 * The segments of a path after everything that some server or proxy does before routing: decodes escapes (also twice),
 * reads `\` as `/`, drops parameters after `;` and text after `?` or `#`, drops empty segments and `.`, resolves `..`,
 * converts to lower case. Paths with equal segments may reach the same operation.
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

/** The path with all escapes of ASCII characters decoded, repeatedly until none is left. */
export function decodedFully(path: string): string {
  const decoded = path.replace(/%([0-7][0-9a-f])/gi, (_escape, code: string) => String.fromCharCode(parseInt(code, 16)))
  // Each round shortens the path, so the recursion ends.
  return decoded === path ? path : decodedFully(decoded)
}

/** True if one path is a prefix of the other, in whole segments. */
export function oneBeginsWithOther(one: readonly string[], other: readonly string[]): boolean {
  return one.slice(0, other.length).every((segment, index) => segment === other[index])
}

/** True if a path contains all segments of another one in sequence. */
export function containsPath(path: readonly string[], other: readonly string[]): boolean {
  return path.some((_segment, start) =>
    path.length - start >= other.length && oneBeginsWithOther(path.slice(start), other))
}
