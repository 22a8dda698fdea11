/** A person's reason for an action, which is stored in the history or the audit trail. */

/** In characters, without white space at the ends. */
export const longestReason = 500

/** True for a valid reason: neither empty nor too long. */
export function isReason(text: string): boolean {
  const { length } = text.trim()
  return length > 0 && length <= longestReason
}
