/**
 * The text without any of the given characters at its end, in one pass from the end. A pattern such as `/ +$/` would
 * look through each run of blanks in the text once for every blank of it.
 */
export function withoutEnd(text: string, characters: string): string {
  let end = text.length
  while (end > 0 && characters.includes(text.charAt(end - 1))) end -= 1
  return text.slice(0, end)
}
