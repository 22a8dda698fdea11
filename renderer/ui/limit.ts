/** How much of a field's limit is used, in the limit's own unit. */
export interface Counter { readonly used: number; readonly limit: number }

const shownFrom = 0.8

/** Whether a count helps: in the last fifth of the limit and beyond it. Before that it is noise beside every field. */
export function isNearLimit({ used, limit }: Counter): boolean {
  return used >= limit * shownFrom
}
