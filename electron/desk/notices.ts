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
  /** Names of follow-ups that are due now. Call it whenever they were read: each gives a notice once. */
  followUpsDue(ids: readonly string[]): void
  stop(): void
}

/** Creates the notices. `open` opens a view of the page, once the person clicked and the window is in front. */
export function createNotices(
  { settings, system, journal }: Pick<Services, 'settings' | 'system' | 'journal'>,
  open: (destination: EventPayload<'app.open'>) => void,
): Notices {
  let payments = new Set<EntryId>()
  let outcomes = new Set<EntryId>()
  let followUps = 0
  const dueBefore = new Set<string>()
  let shownAt = -Infinity
  let cancel: (() => void) | null = null

  function show(): void {
    cancel = null
    shownAt = system.monotonic()
    const text = noticeText({ payments: payments.size, outcomes: outcomes.size, followUps })
    const [entryId, ...others] = [...payments, ...outcomes]
    const isOne = entryId !== undefined && others.length === 0 && followUps === 0
    payments = new Set()
    outcomes = new Set()
    followUps = 0
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
    followUpsDue(ids) {
      const fresh = ids.filter((id) => !dueBefore.has(id))
      for (const id of fresh) dueBefore.add(id)
      // The home screen lists them.
      if (fresh.length === 0 || !settings.read().notices || system.pageInFront() === '/today') return
      followUps += fresh.length
      gather()
    },
    stop() { cancel?.() },
  }
}
