/** The most desks that may wait to be admitted to a team at once, and that a desk lists. */
export const mostWaitingDesks = 50
