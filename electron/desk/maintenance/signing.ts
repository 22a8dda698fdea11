import type { Failure } from '#shared/model/failure.ts'
import type { JournalHead } from '#shared/model/journal-head.ts'
import { success, type Result } from '#shared/result.ts'
import { withDeadline } from '../../common/deadline.ts'
import type { Digest, Link } from '../../journal/port.ts'
import { holdsLink } from './holds-link.ts'
import { proofKey } from './proof-key.ts'
import { headSigner } from './sign-heads.ts'
import type { NewEnd } from './new-end.ts'
import type { Signing } from './signing-port.ts'
import type { Services } from '../services.ts'
import { noteUnproven, type Unproven } from './unproven.ts'
import { utcTime } from '../../common/time.ts'

/** How soon after a write its head is signed: what is written within this time shares one. */
const headEveryMs = 1_000
/** After the vault could not sign it is not asked again for so long: each question may open the keychain's window. */
const pauseAfterFailureMs = 60_000
/** How often the end of the journal is written to the keychain while the application runs. */
const keepEndEveryMs = 60_000
/** Locking and quitting wait for vault and keychain no longer than this. */
const lastWordMs = 700
/** The end is remembered after so long also without its head: the first proof of a long history goes on beside it. */
const headMs = 450
/** Verifying waits for a head no longer than this: it says what has none. */
const catchUpMs = 5_000

interface Question {
  readonly ask: () => Promise<NewEnd>
  readonly decided: () => Promise<unknown>
}

/**
 * Makes it. Before anything is signed it looks whether the end that the keychain remembers is still in the journal.
 * Where it is not, somebody cut the journal off or wrote it again: nothing is signed over that, and `endIsMissing`
 * hears which link is missing. It waits for `ready` first.
 */
export function historySigning(
  services: Pick<Services, 'journal' | 'vault' | 'system' | 'log'>,
  endIsMissing: (link: Digest) => void = () => undefined,
  ready: () => Promise<unknown> = nothing,
): Signing {
  const { journal, vault, system } = services
  const heads = headSigner(services)
  let underWay: Promise<void> | null = null
  let wanted = false
  let notBefore = 0
  let end: 'not-looked-at' | 'stands' | 'does-not-stand' | 'held' = 'not-looked-at'
  let question: Question | null = null
  let unproven: Unproven | null = null
  // Whether what a restore takes over is this computer's own history as far as the keychain can tell.
  let stoodBefore = true
  let newest: Link | null = null
  let newestHead: JournalHead | null = null
  let remembered: Link | null = null
  let onceKept: () => Promise<unknown> = nothing
  let kept = { position: 0, atMs: 0 }
  let isNextEndDue = false
  let isHeadDue = false
  let signedAtMs = 0

  /** Notes a failure and stops for a while. */
  function pause(step: string, { code }: { readonly code: string }): false {
    notBefore = system.now() + pauseAfterFailureMs
    services.log('journal-not-signed', { state: step, code })
    return false
  }

  async function lookAtEnd(): Promise<boolean> {
    await ready()
    const found = await vault.journalEnd()
    if (!found.ok) return pause('end', found.failure)
    const ends = await journal.chainEnds()
    if (!ends.ok) return pause('end', ends.failure)
    const stands = found.value === null ? success(true) : await holdsLink(services, found.value)
    if (!stands.ok) return pause('end', stands.failure)
    const signed = await signedThrough(found.value)
    if (!signed.ok) return pause('end', signed.failure)
    // Another chain may have come while this was asked.
    if (!isStill('not-looked-at')) return false
    end = stands.value ? 'stands' : 'does-not-stand'
    const { openedAt } = ends.value
    unproven = { action: 'signed-at-start', after: signed.value ?? openedAt, through: openedAt }
    if (end === 'does-not-stand') {
      services.log('journal-end-cut-off')
      endIsMissing(found.value?.link ?? '')
    }
    return end === 'stands'
  }

  /** How far earlier rows are proven: to the end that the keychain knows, or a head behind it; null without either. */
  async function signedThrough(known: Link | null): Promise<Result<number | null, Failure>> {
    if (known === null) return success(null)
    const head = await ownHead()
    return head.ok ? success(Math.max(known.position, head.value?.position ?? 0)) : head
  }

  /** SECURITY: a head by any other key proves nothing. */
  async function ownHead(): Promise<Result<Link | null, Failure>> {
    const proof = await proofKey(services, null)
    if (!proof.ok) return proof
    const head = await journal.checkNewestHead({ key: proof.value.key })
    return head.ok ? success(head.value.newest) : head
  }

  /** Asks what a held end is to be taken for; false when that could not be said yet. */
  async function answered(): Promise<boolean> {
    const asked = question
    if (asked === null) return false
    const said = await asked.ask()
    if (question !== asked) return false
    if (said === 'not-asked') return pause('restored', { code: said })
    const [ends, head] = [await journal.chainEnds(), await ownHead()]
    if (question !== asked) return false
    if (!ends.ok) return pause('end', ends.failure)
    if (!head.ok) return pause('end', head.failure)
    question = null
    // The next end is written at once, in the place of the one that is gone or that says that a restore is under way.
    kept = { position: 0, atMs: 0 }
    heads.forget()
    if (said === 'accept') accept(ends.value, head.value, asked)
    else await lookAgain(asked)
    return true
  }

  /** SECURITY: of an end that is accepted all that this run did not write itself has to have a head, or is counted. */
  function accept(
    { openedAt, position }: { openedAt: number; position: number }, head: Link | null, { decided }: Question,
  ): void {
    const through = stoodBefore ? openedAt : position
    unproven = { action: 'signed-at-restore', after: head?.position ?? 0, through }
    newest = head
    stoodBefore = true
    onceKept = decided
    end = 'stands'
  }

  async function lookAgain({ decided }: Question): Promise<void> {
    newest = remembered
    stoodBefore = true
    end = 'not-looked-at'
    await decided()
  }

  /** Says once what no proof covers; false where that could not be written. */
  async function unprovenNoted(): Promise<boolean> {
    if (unproven === null) return true
    const noted = await noteUnproven(services, unproven)
    if (!noted.ok) return pause('noted', noted.failure)
    unproven = null
    return true
  }

  /** Signs what no head covers; false where another chain may have taken the place of this one. */
  async function signEnd(): Promise<boolean> {
    const unsigned = await journal.unsignedEnd()
    if (!unsigned.ok) return pause('end', unsigned.failure)
    if (unsigned.value === null) return isStill('stands')
    signedAtMs = system.now()
    const signed = await withDeadline(heads.sign(unsigned.value), headMs, () => success(newestHead))
    if (!signed.ok) return pause('head', signed.failure)
    newestHead = signed.value
    const there = await journal.newestLink()
    if (!there.ok) return pause('end', there.failure)
    if (!isStill('stands')) return false
    newest = there.value
    return true
  }

  /** Asked again: it may have become another one while something was awaited. */
  function isStill(state: typeof end): boolean {
    return end === state
  }

  async function keepEnd(): Promise<void> {
    if (newest === null || newest.position === kept.position) return
    const { position, link } = newest
    // Known to the keychain only once the journal holds it: a head that it does not hold then was taken out.
    const head = newestHead === null ? {} : { head: newestHead, epoch: newestHead.epoch }
    const written = await vault.keepJournalEnd({ position, link, at: utcTime(system.now()), ...head })
    if (!written.ok) {
      pause('end', written.failure)
      return
    }
    kept = { position, atMs: system.now() }
    await onceKept()
    onceKept = nothing
  }

  async function run(): Promise<void> {
    while (wanted && system.now() >= notBefore) {
      wanted = false
      if (isStill('held') && !await answered()) return
      const stands = isStill('not-looked-at') ? await lookAtEnd() : isStill('stands')
      // SECURITY: another chain may have taken its place meanwhile, and nobody has said whose that is.
      if (!stands || !await unprovenNoted() || !isStill('stands') || !await signEnd()) return
      if (system.now() - kept.atMs >= keepEndEveryMs) await keepEnd()
    }
    // What is written last is not left out of the keychain until something else is written.
    if (isNextEndDue || newest === null || newest.position === kept.position || system.now() < notBefore) return
    isNextEndDue = true
    system.schedule(keepEndEveryMs, () => {
      isNextEndDue = false
      now()
    })
  }

  function now(): void {
    wanted = true
    underWay ??= run().finally(() => {
      underWay = null
      // Asked for between the last look and the end.
      if (wanted && end !== 'does-not-stand' && system.now() >= notBefore) now()
    })
  }

  function soon(): void {
    if (isHeadDue) return
    const waitMs = signedAtMs + headEveryMs - system.now()
    if (waitMs <= 0 || waitMs > headEveryMs) {
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
    soon,
    again() {
      notBefore = 0
      now()
    },
    async holdForRestore(at) {
      notBefore = 0
      now()
      // What is under way may have been begun before something that is asked for now.
      while (underWay !== null) await underWay
      // The last head of this chain is what the next epoch follows.
      if (isStill('stands')) await keepEnd()
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
      stoodBefore = before === 'stands'
      return success(null)
    },
    async decide(ask, decided = nothing) {
      end = 'held'
      question = { ask, decided }
      notBefore = 0
      // What is under way was begun before.
      await underWay
      now()
      await underWay
    },
    async caughtUp() {
      now()
      await withDeadline(Promise.resolve(underWay), catchUpMs, () => { services.log('journal-head-late') })
    },
    async finish() {
      now()
      const lastWord = Promise.resolve(underWay).then(async () => {
        if (end === 'stands' && system.now() >= notBefore) await keepEnd()
      })
      await withDeadline(lastWord, lastWordMs, () => { services.log('journal-end-not-kept') })
    },
  }
}

const nothing = async () => undefined
