import type { UtcTime } from '#shared/brands.ts'
import type { Failure } from '#shared/model/answers/failure.ts'
import type { JournalHead } from '#shared/model/history/journal-head.ts'
import { success, type Result } from '#shared/result.ts'
import { withDeadline } from '../../common/processes/deadline.ts'
import type { Digest, Link } from '../../journal/port.ts'
import { proofKey } from './proof-key.ts'
import { headSigner } from './sign-heads.ts'
import type { NewEnd } from './new-end.ts'
import type { Services } from '../services.ts'
import { noteUnproven, type Unproven } from './unproven.ts'
import { holdsLink } from './verify.ts'
import { utcTime } from '../../common/processes/time.ts'

/** Time between a write and its head. Writes within this time share one. */
const headEveryMs = 1_000
/** Pause after a failure of the vault: each attempt may open a window of the keychain. */
const pauseAfterFailureMs = 60_000
/** Interval of writing the end of the journal to the keychain while the application runs. */
const keepEndEveryMs = 60_000
/** Locking and quitting wait no longer than this for vault and keychain. */
const finishLimitMs = 700
/**
 * After this time the end is recorded without its head; the first verification of a long history continues meanwhile.
 */
const headLimitMs = 450
/** Verifying waits no longer than this for a head. It reports rows without one. */
const catchUpLimitMs = 5_000

interface Question {
  readonly ask: () => Promise<NewEnd>
  readonly decided: () => Promise<unknown>
}

/**
 * Signs the journal after its writes, without delaying them. Before it signs anything, it checks whether the journal
 * still has the end in the keychain. If not, somebody truncated or rewrote the journal: nothing is signed, and
 * `endIsMissing` receives the missing link. It first waits for `ready`.
 */
export function historySigning(
  services: Pick<Services, 'journal' | 'vault' | 'system' | 'log'>,
  endIsMissing: (link: Digest) => void,
  ready: () => Promise<unknown> = nothing,
) {
  const { journal, vault, system } = services
  const heads = headSigner(services)
  let running: Promise<void> | null = null
  let wanted = false
  let notBefore = -Infinity // All times here by the monotonic clock: a clock that is set back must not stop signing.
  let end: 'unchecked' | 'valid' | 'cut-off' | 'held' = 'unchecked'
  let question: Question | null = null
  let unproven: Unproven | null = null
  // Whether the chain before the restore was this computer's history, as far as the keychain shows.
  let wasValid = true
  let newest: Link | null = null
  let newestHead: JournalHead | null = null
  let remembered: Link | null = null
  let onEndKept: () => Promise<unknown> = nothing
  let kept = { position: 0, atMs: -Infinity }
  let isNextEndDue = false
  let isHeadDue = false
  let signedAtMs = -Infinity

  /** Logs a failure and signs nothing for a while. */
  function pause(step: string, { code }: { readonly code: string }): false {
    notBefore = system.monotonic() + pauseAfterFailureMs
    services.log('journal-not-signed', { state: step, code })
    return false
  }

  async function checkEnd(): Promise<boolean> {
    await ready()
    const found = await vault.journalEnd()
    if (!found.ok) return pause('end', found.failure)
    const ends = await journal.chainEnds()
    if (!ends.ok) return pause('end', ends.failure)
    const isValid = found.value === null ? success(true) : await holdsLink(services, found.value)
    if (!isValid.ok) return pause('end', isValid.failure)
    const signed = await signedThrough(found.value)
    if (!signed.ok) return pause('end', signed.failure)
    // Another chain may have replaced this one meanwhile.
    if (!isStill('unchecked')) return false
    end = isValid.value ? 'valid' : 'cut-off'
    const { openedAt } = ends.value
    unproven = { action: 'signed-at-start', after: signed.value ?? openedAt, through: openedAt }
    if (end === 'cut-off') {
      services.log('journal-end-cut-off')
      endIsMissing(found.value?.link ?? '')
    }
    return end === 'valid'
  }

  /** The position up to which earlier rows are proven: the keychain's end or a later head. Null without either. */
  async function signedThrough(known: Link | null): Promise<Result<number | null, Failure>> {
    if (known === null) return success(null)
    const head = await ownHead()
    return head.ok ? success(Math.max(known.position, head.value?.position ?? 0)) : head
  }

  /** SECURITY: a head by another key proves nothing. */
  async function ownHead(): Promise<Result<Link | null, Failure>> {
    const proof = await proofKey(services, null)
    if (!proof.ok) return proof
    const head = await journal.checkNewestHead({ key: proof.value.key })
    return head.ok ? success(head.value.newest) : head
  }

  /** Requests the decision about a held end; false if it cannot be made yet. */
  async function decideHeld(): Promise<boolean> {
    const current = question
    if (current === null) return false
    const answer = await current.ask()
    if (question !== current) return false
    if (answer === 'not-asked') return pause('restored', { code: answer })
    const [ends, head] = [await journal.chainEnds(), await ownHead()]
    if (question !== current) return false
    if (!ends.ok) return pause('end', ends.failure)
    if (!head.ok) return pause('end', head.failure)
    question = null
    // Written at once: it replaces a missing end, or the record that a restore is in progress.
    kept = { position: 0, atMs: -Infinity }
    heads.forget()
    if (answer === 'accept') accept(ends.value, head.value, current)
    else await checkAgain(current)
    return true
  }

  /** SECURITY: in an accepted chain, rows without a head that this run did not write are counted and recorded. */
  function accept(
    { openedAt, position }: { openedAt: number; position: number }, head: Link | null, { decided }: Question,
  ): void {
    const through = wasValid ? openedAt : position
    unproven = { action: 'signed-at-restore', after: head?.position ?? 0, through }
    newest = head
    wasValid = true
    onEndKept = decided
    end = 'valid'
  }

  async function checkAgain({ decided }: Question): Promise<void> {
    newest = remembered
    wasValid = true
    end = 'unchecked'
    await decided()
  }

  /** Records once which rows no head proves; false if that could not be written. */
  async function recordUnproven(): Promise<boolean> {
    if (unproven === null) return true
    const noted = await noteUnproven(services, unproven)
    if (!noted.ok) return pause('noted', noted.failure)
    unproven = null
    return true
  }

  /** Signs the rows that no head covers; false if another chain may have replaced this one. */
  async function signEnd(): Promise<boolean> {
    const unsigned = await journal.unsignedEnd()
    if (!unsigned.ok) return pause('end', unsigned.failure)
    if (unsigned.value === null) return isStill('valid')
    signedAtMs = system.monotonic()
    const signed = await withDeadline(heads.sign(unsigned.value), headLimitMs, () => success(newestHead))
    if (!signed.ok) return pause('head', signed.failure)
    newestHead = signed.value
    const there = await journal.newestLink()
    if (!there.ok) return pause('end', there.failure)
    if (!isStill('valid')) return false
    newest = there.value
    return true
  }

  /** A function, as the state may have changed during an await, which TypeScript would not see. */
  function isStill(state: typeof end): boolean {
    return end === state
  }

  async function keepEnd(): Promise<void> {
    if (newest === null || newest.position === kept.position) return
    const { position, link } = newest
    // Only after the journal has the head: if the journal lacks it later, it was removed.
    const head = newestHead === null ? {} : { head: newestHead, epoch: newestHead.epoch }
    const written = await vault.keepJournalEnd({ position, link, at: utcTime(system.now()), ...head })
    if (!written.ok) {
      pause('end', written.failure)
      return
    }
    kept = { position, atMs: system.monotonic() }
    await onEndKept()
    onEndKept = nothing
  }

  async function run(): Promise<void> {
    while (wanted && system.monotonic() >= notBefore) {
      wanted = false
      if (isStill('held') && !await decideHeld()) return
      const isValid = isStill('unchecked') ? await checkEnd() : isStill('valid')
      // SECURITY: another chain may have replaced this one meanwhile, and it is not decided yet whether that chain is
      // ours.
      if (!isValid || !await recordUnproven() || !isStill('valid') || !await signEnd()) return
      if (system.monotonic() - kept.atMs >= keepEndEveryMs) await keepEnd()
    }
    // The last write must reach the keychain even if no other write follows.
    if (isNextEndDue || newest === null || newest.position === kept.position || system.monotonic() < notBefore) return
    isNextEndDue = true
    system.schedule(keepEndEveryMs, () => {
      isNextEndDue = false
      now()
    })
  }

  function now(): void {
    wanted = true
    running ??= run().finally(() => {
      running = null
      // `now` was called after the last check of `wanted`.
      if (wanted && end !== 'cut-off' && system.monotonic() >= notBefore) now()
    })
  }

  function soon(): void {
    if (isHeadDue) return
    const waitMs = signedAtMs + headEveryMs - system.monotonic()
    if (waitMs <= 0) {
      now()
      return
    }
    isHeadDue = true
    system.schedule(waitMs, () => {
      isHeadDue = false
      now()
    })
  }

  return {
    /** Call after a write: signs a head within a second. */
    soon,
    /** Call after an unlock: signs what was written meanwhile. */
    again() {
      notBefore = -Infinity
      now()
    },
    /**
     * Signs the current end, records in the keychain that a restore begins, and signs nothing more before `decide`. If
     * it fails, signing continues and this chain must not be replaced: it could not be known afterwards whose chain the
     * new one is.
     */
    async holdForRestore(at: UtcTime): Promise<Result<null, Failure>> {
      notBefore = -Infinity
      now()
      // A run in progress may have started before the newest call.
      while (running !== null) await running
      // The next epoch follows the last head of this chain.
      if (isStill('valid')) await keepEnd()
      const before = end
      end = 'held'
      const found = await vault.journalEnd()
      const marked = found.ok && found.value !== null
        ? await vault.keepJournalEnd({ ...found.value, restoring: at }) : found
      if (!marked.ok) {
        end = before
        return marked
      }
      remembered = found.ok ? found.value : null
      wasValid = before === 'valid'
      return success(null)
    },
    /**
     * Call if another chain may have replaced this one: signs nothing before `ask` has decided about its end. `ask` is
     * repeated, after a pause or an unlock, until it can decide. `decided` is called when the end is checked again, or
     * when the keychain has recorded the accepted one. Resolves when the first decision was processed.
     */
    async decide(ask: Question['ask'], decided: Question['decided'] = nothing): Promise<void> {
      end = 'held'
      question = { ask, decided }
      notBefore = -Infinity
      // The run in progress began before the question was set.
      await running
      now()
      await running
    },
    /** Resolves when the current end is signed, when that failed, or after 5 s. */
    async caughtUp(): Promise<void> {
      now()
      await withDeadline(Promise.resolve(running), catchUpLimitMs, () => { services.log('journal-head-late') })
    },
    /** Signs the current end and writes it to the keychain at once. Resolves even if that failed. */
    async finish(): Promise<void> {
      now()
      const finished = Promise.resolve(running).then(async () => {
        if (end === 'valid' && system.monotonic() >= notBefore) await keepEnd()
      })
      await withDeadline(finished, finishLimitMs, () => { services.log('journal-end-not-kept') })
    },
  }
}

export type Signing = ReturnType<typeof historySigning>

const nothing = async () => undefined
