/** What a list is narrowed by, one value of each an entry: the columns that migration 009 made for it. */
export const dimensions = [
  'operation', 'state', 'profile', 'merchant', 'environment', 'currency', 'error_code', 'who', 'last_four',
  'card_reference', 'card_hash',
] as const
export type Dimension = (typeof dimensions)[number]
