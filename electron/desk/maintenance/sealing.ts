import { maskFreeText } from '#shared/gateway/masking.ts'
import type { UtcTime } from '#shared/brands.ts'
import type { Failure } from '#shared/model/failure.ts'
import { success, type Result } from '#shared/result.ts'
import { withDeadline } from '../../common/deadline.ts'
import type { ChainEnds, Digest, Link } from '../../journal/port.ts'
import { isThere } from './check-seals.ts'
import { headSigner } from './sign-heads.ts'
import type { NewEnd } from './new-end.ts'
import type { Services } from '../services.ts'
import { utcTime } from '../../common/time.ts'

/** Links sealed at once: a few milliseconds of the journal's time, so that a charge hardly waits for it. */
const sealedAtOnce = 500
/** After the vault could not seal it is not asked again for so long: each question may open the keychain's window. */
const pauseAfterFailureMs = 60_000
/** How often a head is signed and the end of the journal written to the keychain while the application runs. */
const keepEndEveryMs = 60_000
/** Locking and quitting wait for the keychain no longer than this. */
const lastWordMs = 700
/** Sealing waits for a head no longer than this: the first proof of a long history goes on beside it. */
const headMs = 450
/** Verifying waits for seals no longer than this: it says what has none. */
const catchUpMs = 5_000

/** Seals what the journal holds, behind the writes and never in their way. */
export interface Sealer {
  /** Something was written: seals it as soon as it can. */
  soon(): void
  /** The vault was unlocked: seals what was written meanwhile. */
  again(): void
  /**
   * Seals what is there, has the keychain remember that a restore begins now, and seals nothing more before `decide`.
   * On failure it goes on: nothing may take the place of this chain, for nobody could say afterwards whose it is.
   */
  holdForRestore(at: UtcTime): Promise<Result<null, Failure>>
  /**
   * Another chain may stand in the place of this one: seals nothing before `ask` has said what its end is to be taken
   * for, asked again as long as that could not be said: after a pause, or once the vault was unlocked. `decided` is
   * called when the end is looked at again, or when the keychain remembers the one accepted. Resolves when the first
   * answer was acted upon.
   */
  decide(ask: () => Promise<NewEnd>, decided?: () => Promise<unknown>): Promise<void>
  /** Resolves when what is there is sealed, when that failed, or after 5 s. */
  caughtUp(): Promise<void>
  /** Seals what is there, signs a head and writes the end to the keychain, at once; resolves also where that failed. */
  finish(): Promise<void>
}

interface Question {
  readonly ask: () => Promise<NewEnd>
  readonly decided: () => Promise<unknown>
}

/** Links that no proof covers: how many, and when they came. */
interface Unproven {
  readonly action: 'sealed-at-start' | 'sealed-at-restore'
  readonly count: number
}

/**
 * Makes the sealer. Before it seals anything it looks whether the end that the keychain remembers is still in the
 * journal. Where it is not, somebody cut the journal off or wrote it again, nothing is sealed over that, and
 * `endIsMissing` hears which link is missing. It waits for `ready` first.
 */
export function sealer(
  services: Pick<Services, 'journal' | 'vault' | 'system' | 'log'>,
  endIsMissing: (link: Digest) => void = () => undefined,
  ready: () => Promise<unknown> = nothing,
): Sealer {
  const { journal, vault, system } = services
  const heads = headSigner(services)
  let underWay: Promise<void> | null = null
  let wanted = false
  let notBefore = 0
  let end: 'not-looked-at' | 'stands' | 'does-not-stand' | 'held' = 'not-looked-at'
  let question: Question | null = null
  let sealedBefore = false
  let unproven: Unproven | null = null
  // Whether what a restore takes over is this computer's own history as far as the keychain can tell.
  let stoodBefore = true
  let newest: Link | null = null
  let remembered: Link | null = null
  let onceKept: () => Promise<unknown> = nothing
  let kept = { position: 0, atMs: 0 }
  let isNextEndDue = false

  /** Notes a failure and stops for a while. */
  function pause(step: string, { code }: { readonly code: string }): false {
    notBefore = system.now() + pauseAfterFailureMs
    services.log('journal-not-sealed', { state: step, code })
    return false
  }

  async function lookAtEnd(): Promise<boolean> {
    await ready()
    const found = await vault.journalEnd()
    if (!found.ok) return pause('end', found.failure)
    const ends = await journal.chainEnds()
    if (!ends.ok) return pause('end', ends.failure)
    const stands = found.value === null ? success(true) : await isThere(services, found.value)
    if (!stands.ok) return pause('end', stands.failure)
    // Another chain may have come while this was asked.
    if (!isStill('not-looked-at')) return false
    sealedBefore = isSealedBefore(ends.value)
    end = stands.value ? 'stands' : 'does-not-stand'
    const known = found.value?.position ?? ends.value.openedAt
    unproven = { action: 'sealed-at-start', count: ends.value.openedAt - known }
    if (end === 'does-not-stand') {
      services.log('journal-end-cut-off')
      endIsMissing(found.value?.link ?? '')
    }
    return end === 'stands'
  }

  /** Asks what a held end is to be taken for; false when that could not be said yet. */
  async function answered(): Promise<boolean> {
    const asked = question
    if (asked === null) return false
    const said = await asked.ask()
    if (question !== asked) return false
    if (said === 'not-asked') return pause('restored', { code: said })
    const ends = await journal.chainEnds()
    if (question !== asked) return false
    if (!ends.ok) return pause('end', ends.failure)
    question = null
    // The next end is written at once, in the place of the one that is gone or that says that a restore is under way.
    kept = { position: 0, atMs: 0 }
    heads.forget()
    if (said === 'accept') accept(ends.value, asked)
    else await lookAgain(asked)
    return true
  }

  /** SECURITY: of an end that is accepted all that this run did not write itself has to have a seal, or is counted. */
  function accept({ sealed, openedAt, position }: ChainEnds, { decided }: Question): void {
    sealedBefore = isSealedBefore({ sealed })
    unproven = { action: 'sealed-at-restore', count: (stoodBefore ? openedAt : position) - (sealed?.position ?? 0) }
    newest = sealed
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

  /**
   * SECURITY: what an earlier run wrote in its last moments can't be told from what somebody appended since. It must be
   * sealed, for it may be true; a line of the audit trail keeps for good how much that was.
   */
  async function noteUnproven(): Promise<boolean> {
    if (unproven === null || unproven.count <= 0) return true
    const { action, count } = unproven
    const written = await journal.recordAudit({
      at: utcTime(system.now()), osUser: system.description.osUser, name: maskFreeText(''),
      action, subject: maskFreeText('Links'), detail: maskFreeText(unprovenBecause[action]), count,
    })
    if (!written.ok) return pause('noted', written.failure)
    unproven = null
    return true
  }

  async function sealAll(): Promise<boolean> {
    for (;;) {
      const links = await journal.unsealed({ limit: sealedAtOnce })
      if (!links.ok) return pause('links', links.failure)
      if (links.value.length === 0) return true
      const digests = links.value.map(({ link }) => link)
      const since = links.value[0]?.position ?? 1
      const sealed = await vault.sealJournal({ purpose: 'link', digests, sealedBefore, since })
      if (!sealed.ok) return pause('seals', sealed.failure)
      // SECURITY: another chain may have taken its place meanwhile, and nobody has said whose that is.
      if (!isStill('stands') || !await noteUnproven() || !isStill('stands')) return false
      const { keyId, seals } = sealed.value
      const recorded = await journal.recordSeals({
        keyId, seals: links.value.map((link, index) => ({ ...link, seal: seals[index] ?? '' })),
      })
      if (!recorded.ok) return pause('kept', recorded.failure)
      if (!isStill('stands')) return false
      newest = links.value.at(-1) ?? newest
    }
  }

  /** Asked again: it may have become another one while something was awaited. */
  function isStill(state: typeof end): boolean {
    return end === state
  }

  async function keepEnd(): Promise<void> {
    if (newest === null || newest.position === kept.position) return
    const { position, link } = newest
    const end = { position, link, at: utcTime(system.now()) }
    // Without its head first: the head may take its time, and a quit does not wait for it.
    const written = await vault.keepJournalEnd(end)
    if (!written.ok) {
      pause('end', written.failure)
      return
    }
    kept = { position, atMs: system.now() }
    await onceKept()
    onceKept = nothing
    const head = await withDeadline(heads.sign(end), headMs, () => null)
    // Known to the keychain only once the journal holds it: one that it does not hold then was taken out.
    if (head !== null && isStill('stands')) await vault.keepJournalEnd({ ...end, head, epoch: head.epoch })
  }

  async function run(): Promise<void> {
    while (wanted && system.now() >= notBefore) {
      wanted = false
      if (isStill('held') && !await answered()) return
      const stands = isStill('not-looked-at') ? await lookAtEnd() : isStill('stands')
      if (!stands || !await sealAll()) return
      if (system.now() - kept.atMs >= keepEndEveryMs) await keepEnd()
    }
    // What is written last is not left without a head until something else is written.
    if (isNextEndDue || newest === null || newest.position === kept.position || system.now() < notBefore) return
    isNextEndDue = true
    system.schedule(keepEndEveryMs, () => {
      isNextEndDue = false
      soon()
    })
  }

  function soon(): void {
    wanted = true
    underWay ??= run().finally(() => {
      underWay = null
      // Asked for between the last look and the end.
      if (wanted && end !== 'does-not-stand' && system.now() >= notBefore) soon()
    })
  }

  return {
    soon,
    again() {
      notBefore = 0
      soon()
    },
    async holdForRestore(at) {
      notBefore = 0
      soon()
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
      soon()
      await underWay
    },
    async caughtUp() {
      soon()
      await withDeadline(Promise.resolve(underWay), catchUpMs, () => { services.log('journal-seals-late') })
    },
    async finish() {
      soon()
      const lastWord = Promise.resolve(underWay).then(async () => {
        if (end === 'stands' && system.now() >= notBefore) await keepEnd()
      })
      await withDeadline(lastWord, lastWordMs, () => { services.log('journal-end-not-kept') })
    },
  }
}

const nothing = async () => undefined

const unprovenBecause = {
  'sealed-at-start': 'Written after the last proof that an earlier run left; sealed as they stood at this start.',
  'sealed-at-restore': 'Behind the last seal of what took the place of the history; sealed as they stood at this restore.',
} as const

function isSealedBefore({ sealed }: Pick<ChainEnds, 'sealed'>): boolean {
  return sealed !== null && !sealed.keyId.startsWith('run-')
}
