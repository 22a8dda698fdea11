/**
 * The text of a small file: UTF-16 by its byte order mark, as Windows PowerShell writes with `>`, else UTF-8. The mark
 * is left out. It never fails.
 */
export function textOfBytes(bytes: Uint8Array): string {
  const [first, second] = bytes
  const encoding = first === 0xff && second === 0xfe ? 'utf-16le' : first === 0xfe && second === 0xff ? 'utf-16be' : 'utf-8'
  return new TextDecoder(encoding).decode(bytes)
}
