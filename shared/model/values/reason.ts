/** Why a person does something; it is kept in the history or in the audit trail. */

/** Characters, white space at the ends left out. */
export const longestReason = 500

/** Whether a text may be kept as a reason: it is not empty and not too long. */
export function isReason(text: string): boolean {
  const { length } = text.trim()
  return length > 0 && length <= longestReason
}
