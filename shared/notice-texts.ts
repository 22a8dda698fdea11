/**
 * Texts of system notifications and of the badge. SECURITY: systems store notifications and show them over a locked
 * screen, so no text contains a name, an amount or a reference.
 */

/** The numbers in a notification. */
export interface NoticeCounts {
  readonly payments: number
  readonly outcomes: number
  readonly followUps: number
}

/** The text of one notification for all of them; empty if all are 0. */
export function noticeText({ payments, outcomes, followUps }: NoticeCounts): string {
  return [
    counted(payments, 'A payment has its result.', 'payments have their results.'),
    counted(outcomes, 'An open outcome is resolved.', 'open outcomes are resolved.'),
    counted(followUps, 'A follow-up is due.', 'follow-ups are due.'),
  ].filter((text) => text !== '').join(' ')
}

/** The badge's description for screen readers. */
export function badgeText(count: number): string {
  return count === 1 ? '1 thing needs you' : `${count} things need you`
}

function counted(count: number, one: string, several: string): string {
  if (count === 0) return ''
  return count === 1 ? one : `${count} ${several}`
}
