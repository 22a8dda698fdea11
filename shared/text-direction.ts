/** Marks that change the direction or the order of the text after them. */
const directions = /[\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/g

/** A text without marks that would show its letters, or those behind it, in another order. */
export function withoutDirections(text: string): string {
  return text.replace(directions, '')
}
