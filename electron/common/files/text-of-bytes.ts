/**
 * Decodes a small file: UTF-16 if it has that byte order mark, as Windows PowerShell writes with `>`, else UTF-8.
 * Removes the mark. Never fails.
 */
export function textOfBytes(bytes: Uint8Array): string {
  return new TextDecoder(utf16ByMark(bytes) ?? 'utf-8').decode(bytes)
}

/** The UTF-16 encoding that the byte order mark names; null without one. */
export function utf16ByMark([first, second]: Uint8Array): 'utf-16le' | 'utf-16be' | null {
  if (first === 0xff && second === 0xfe) return 'utf-16le'
  return first === 0xfe && second === 0xff ? 'utf-16be' : null
}
