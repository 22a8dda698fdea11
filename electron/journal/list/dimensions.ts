/** What a list is narrowed by, one value of each an entry: a column of `list_entry` each. */
export const dimensions = [
  'operation', 'state', 'profile', 'merchant', 'environment', 'currency', 'error_code', 'who', 'last_four',
  'card_reference', 'card_hash', 'desk',
] as const
export type Dimension = (typeof dimensions)[number]
