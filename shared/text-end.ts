/**
 * The text without any of the given characters at its end, in one pass from the end. A pattern such as `/ +$/` would
 * scan each run of spaces in the text once for every space in it.
 */
export function withoutEnd(text: string, characters: string): string {
  let end = text.length
  while (end > 0 && characters.includes(text.charAt(end - 1))) end -= 1
  return text.slice(0, end)
}
