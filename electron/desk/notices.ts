/** System notices about payments, outcomes and follow-ups, while the person does something else. */
import type { EntryId } from '#shared/brands.ts'
import type { EventPayload } from '#shared/ipc/contract.ts'
import { noticeText } from '#shared/notice-texts.ts'
import type { Services } from './services.ts'

/** Events within this time share one notice. */
const gatherMs = 3_000
/** The shortest time between two notices, as a batch may complete a payment every second. */
const restMs = 60_000

export interface Notices {
  /** Call when a followed payment has its final status. */
  paymentEnded(entryId: EntryId): void
  /** Call when a check resolved an open outcome; not for checks that a person started. */
  outcomeResolved(entryId: EntryId): void
  /** Call with the ids of follow-ups that are due now, whenever they were read. Each id causes one notice. */
  followUpsDue(ids: readonly string[]): void
  /**
   * Drops what waits for a notice: the desk is locked, and the next person must not receive it. A follow-up that is
   * read again waits again.
   */
  drop(): void
  stop(): void
}

/** Creates the notices. `open` shows a view of the page after a click, once the window is in front. */
export function createNotices(
  { settings, system, journal }: Pick<Services, 'settings' | 'system' | 'journal'>,
  open: (destination: EventPayload<'app.open'>) => void,
): Notices {
  let payments = new Set<EntryId>()
  let outcomes = new Set<EntryId>()
  let followUps = new Set<string>()
  const dueBefore = new Set<string>()
  let shownAt = -Infinity
  let cancel: (() => void) | null = null

  function drop(): void {
    cancel?.()
    cancel = null
    payments = new Set()
    outcomes = new Set()
    followUps = new Set()
  }

  function show(): void {
    shownAt = system.monotonic()
    const text = noticeText({ payments: payments.size, outcomes: outcomes.size, followUps: followUps.size })
    const [entryId, ...others] = [...payments, ...outcomes]
    const isOne = entryId !== undefined && others.length === 0 && followUps.size === 0
    for (const id of followUps) dueBefore.add(id)
    drop()
    system.showNotice(text, () => { open(isOne ? { view: 'payment', entryId } : { view: 'today' }) })
  }

  function gather(): void {
    cancel ??= system.schedule(Math.max(gatherMs, shownAt + restMs - system.monotonic()), show)
  }

  /** Whether the page in front shows this payment: this entry, or another one of the same order. */
  async function isInFront(entryId: EntryId): Promise<boolean> {
    const shown = /^\/payment\/([^/?]+)/.exec(system.pageInFront() ?? '')?.[1] as EntryId | undefined
    if (shown === undefined || shown === entryId) return shown !== undefined
    const [here, there] = await Promise.all([shown, entryId].map((id) => journal.entry({ entryId: id })))
    if (here?.ok !== true || there?.ok !== true) return false
    const [one, other] = [here.value?.row, there.value?.row]
    return one?.orderId != null && one.orderId === other?.orderId && one.merchantKey === other.merchantKey
  }

  async function add(ended: 'payment' | 'outcome', entryId: EntryId): Promise<void> {
    if (!settings.read().notices || await isInFront(entryId)) return
    // A resolved outcome may be followed further; it is counted once.
    if (ended === 'payment' && !outcomes.has(entryId)) payments.add(entryId)
    if (ended === 'outcome' && !payments.has(entryId)) outcomes.add(entryId)
    gather()
  }

  return {
    paymentEnded: (entryId) => { void add('payment', entryId) },
    outcomeResolved: (entryId) => { void add('outcome', entryId) },
    followUpsDue(ids) {
      const fresh = ids.filter((id) => !dueBefore.has(id))
      // The home screen lists them: no notice while it is open.
      const isWithoutNotice = !settings.read().notices || system.pageInFront() === '/today'
      for (const id of fresh) (isWithoutNotice ? dueBefore : followUps).add(id)
      if (followUps.size > 0) gather()
    },
    drop,
    stop: drop,
  }
}
