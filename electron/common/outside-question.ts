/** What the questions in a message box of the system have in common. */

/** So long a question stands: something confidential may wait behind it, and who is asked may have left. */
export const questionLastsMs = 2 * 60_000

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
