/** Texts of the screen "Card lookup". */
export const cardLookup = {
  cardReference: 'Card reference id',
  openCard: 'Open card',
  expiresSoonTitle: 'This card expires soon',
  expiresSoon: 'Valid to the end of {expiry}: {count} day left. Ask the customer for a new card in time. | Valid to the end of {expiry}: {count} days left. Ask the customer for a new card in time.',
  expiredTitle: 'This card has expired',
  expired: 'It was valid to the end of {expiry}. A charge will most likely be declined.',
} as const
