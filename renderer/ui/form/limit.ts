/** The used part of a field's limit, in the limit's unit. */
export interface Counter { readonly used: number; readonly limit: number }

const shownFrom = 0.8

/** True in the last fifth of the limit and beyond it; an earlier counter would distract. */
export function isNearLimit({ used, limit }: Counter): boolean {
  return used >= limit * shownFrom
}
