/** Notices of the system about what ended while the person did something else. */
import type { EntryId } from '#shared/brands.ts'
import type { EventPayload } from '#shared/ipc/contract.ts'
import { noticeText } from '#shared/notice-texts.ts'
import type { Services } from './services.ts'

/** What ends within this time is in one notice. */
const gatherMs = 3_000
/** The next notice comes no sooner: a batch may end a payment every second. */
const restMs = 60_000

export interface Notices {
  /** A followed payment has its final status. */
  paymentEnded(entryId: EntryId): void
  /** A check of the desk, not of a person, resolved an open outcome. */
  outcomeResolved(entryId: EntryId): void
  /** So many follow-ups are due now. Call it whenever they were counted: only a larger number gives a notice. */
  followUpsDue(count: number): void
  stop(): void
}

/** Creates the notices. `open` opens a view of the page, once the person clicked and the window is in front. */
export function createNotices(
  { settings, system, journal }: Pick<Services, 'settings' | 'system' | 'journal'>,
  open: (destination: EventPayload<'app.open'>) => void,
): Notices {
  let payments = new Set<EntryId>()
  let outcomes = new Set<EntryId>()
  let newFollowUps = 0
  let lastDue = 0
  let shownAt = -Infinity
  let cancel: (() => void) | null = null

  function show(): void {
    cancel = null
    shownAt = system.monotonic()
    const text = noticeText({ payments: payments.size, outcomes: outcomes.size, followUps: newFollowUps })
    const [entryId, ...others] = [...payments, ...outcomes]
    const isOne = entryId !== undefined && others.length === 0 && newFollowUps === 0
    payments = new Set()
    outcomes = new Set()
    newFollowUps = 0
    system.showNotice(text, () => { open(isOne ? { view: 'payment', entryId } : { view: 'today' }) })
  }

  function gather(): void {
    cancel ??= system.schedule(Math.max(gatherMs, shownAt + restMs - system.monotonic()), show)
  }

  /** Whether the page in front shows this payment: its own entry, or another one of the same order. */
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
    // An outcome that was resolved may be followed further: one of the two texts is enough.
    if (ended === 'payment' && !outcomes.has(entryId)) payments.add(entryId)
    if (ended === 'outcome' && !payments.has(entryId)) outcomes.add(entryId)
    gather()
  }

  return {
    paymentEnded: (entryId) => { void add('payment', entryId) },
    outcomeResolved: (entryId) => { void add('outcome', entryId) },
    followUpsDue(count) {
      const isMore = count > lastDue
      newFollowUps += Math.max(0, count - lastDue)
      lastDue = count
      if (isMore && settings.read().notices) gather()
      else if (!settings.read().notices) newFollowUps = 0
    },
    stop() { cancel?.() },
  }
}
