/**
 * Texts of the notices of the system and of the badge. SECURITY: systems keep notices and show them over a locked
 * screen, so no text has a place for a name, an amount or a reference.
 */

/** How many things a notice is about. */
export interface NoticeCounts {
  readonly payments: number
  readonly outcomes: number
  readonly followUps: number
}

/** The text of one notice about all of it; empty where it is about nothing. */
export function noticeText({ payments, outcomes, followUps }: NoticeCounts): string {
  return [
    counted(payments, 'A payment has its result.', 'payments have their results.'),
    counted(outcomes, 'An open outcome is resolved.', 'open outcomes are resolved.'),
    counted(followUps, 'A follow-up is due.', 'follow-ups are due.'),
  ].filter((text) => text !== '').join(' ')
}

/** The description of the badge, for screen readers. */
export function badgeText(count: number): string {
  return count === 1 ? '1 thing needs you' : `${count} things need you`
}

function counted(count: number, one: string, several: string): string {
  if (count === 0) return ''
  return count === 1 ? one : `${count} ${several}`
}
