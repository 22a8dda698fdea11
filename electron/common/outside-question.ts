/** What the questions in a message box of the system have in common. */

/** So long a question stands: something confidential may wait behind it, and who is asked may have left. */
export const questionLastsMs = 2 * 60_000

/** A box wraps lines at about so many characters, and shows so many lines on the smallest screen. */
const charactersInLine = 70
const mostLines = 32

/** Whether a person sees the whole question in a box. */
export function fitsBox(
  { question, details }: { readonly question: string; readonly details: readonly string[] },
): boolean {
  const lines = [question, ...details].map((line) => Math.max(1, Math.ceil(line.length / charactersInLine)))
  return lines.reduce((sum, count) => sum + count, 0) <= mostLines
}

/**
 * Text that was typed or came from the page, as one line of a box.
 * SECURITY: what the page sent must not make lines of its own in the box, nor turn the direction of the text.
 */
export function oneLine(text: string): string {
  return text.replace(/[\p{C}\p{Zl}\p{Zp}]+/gu, ' ')
}

/** The last line of a box: `otherwise` is when a person should choose Cancel. */
export function askedOutside(otherwise: string): string {
  return `Gateway Console asks this outside its window. ${otherwise}, choose Cancel and inform the person responsible for `
    + 'this computer.'
}
