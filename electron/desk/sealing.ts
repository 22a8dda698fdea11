import { maskFreeText } from '#shared/gateway/masking.ts'
import type { Failure } from '#shared/model/failure.ts'
import { success, type Result } from '#shared/result.ts'
import { withDeadline } from '../common/deadline.ts'
import type { Digest, JournalPort, Link } from '../journal/port.ts'
import type { Rooms } from './rooms.ts'
import { utcTime } from './time.ts'

/** Links sealed at once: a few milliseconds of the journal's time, so that a charge hardly waits for it. */
const sealedAtOnce = 500
/** After the vault could not seal it is not asked again for so long: each question may open the keychain's window. */
const pauseAfterFailureMs = 60_000
/** How often the end of the journal is written to the keychain while the application runs. */
const keepEndEveryMs = 60_000
/** Locking and quitting wait for the keychain no longer than this. */
const lastWordMs = 700

/** Seals what the journal holds, behind the writes and never in their way. */
export interface Sealer {
  /** Something was written: seals it as soon as it can. */
  soon(): void
  /** The vault was unlocked: seals what was written meanwhile. */
  again(): void
  /** Another chain takes the place of this one: nothing is sealed before `goOn` says what to take it for. */
  hold(): void
  /** The end is looked at anew, or (`accept`) another one than remembered for a reason that the audit trail names. */
  goOn(end: 'look' | 'accept'): void
  /** Seals what is there and writes where it ends to the keychain, at once; resolves whether or not that was done. */
  finish(): Promise<void>
}

/**
 * Makes the sealer. Before it seals anything it looks whether the end that the keychain remembers is still in the
 * journal. Where it is not, somebody cut the journal off or wrote it anew, nothing is sealed over that, and `endIsGone`
 * hears which link is missing.
 */
export function sealer(
  rooms: Pick<Rooms, 'journal' | 'vault' | 'computer' | 'log'>, endIsGone: (link: Digest) => void = () => undefined,
): Sealer {
  const { journal, vault, computer } = rooms
  let underWay: Promise<void> | null = null
  let wanted = false
  let notBefore = 0
  let end: 'not-looked-at' | 'stands' | 'does-not-stand' | 'held' = 'not-looked-at'
  let sealedBefore = false
  // Written before this run opened the file, and behind the end that the keychain remembers.
  let unproven = 0
  let newest: Link | null = null
  let kept = { position: 0, atMs: 0 }

  /** Notes a failure and stops for a while. */
  function pause(step: string, { code }: { readonly code: string }): false {
    notBefore = computer.now() + pauseAfterFailureMs
    rooms.log('journal-not-sealed', { state: step, code })
    return false
  }

  async function lookAtEnd(): Promise<boolean> {
    const remembered = await vault.journalEnd()
    if (!remembered.ok) return pause('end', remembered.failure)
    const ends = await journal.chainEnds()
    if (!ends.ok) return pause('end', ends.failure)
    sealedBefore = ends.value.sealed !== null && !ends.value.sealed.keyId.startsWith('run-')
    const stands = remembered.value === null ? success(true) : await isThere(rooms, remembered.value)
    if (!stands.ok) return pause('end', stands.failure)
    // Accepted while this was asked.
    if (end === 'not-looked-at') {
      end = stands.value ? 'stands' : 'does-not-stand'
      unproven = remembered.value === null ? 0 : Math.max(0, ends.value.openedAt - remembered.value.position)
    }
    if (end === 'does-not-stand') {
      rooms.log('journal-end-cut-off')
      endIsGone(remembered.value?.link ?? '')
    }
    return end === 'stands'
  }

  /**
   * SECURITY: what an earlier run wrote in its last moments can't be told from what somebody appended since. It must be
   * sealed, for it may be true; a line of the audit trail keeps for good how much that was.
   */
  async function noteUnproven(): Promise<boolean> {
    if (unproven === 0) return true
    const written = await journal.recordAudit({
      at: utcTime(computer.now()), osUser: computer.description.osUser, name: maskFreeText(''),
      action: 'sealed-at-start', subject: maskFreeText(unproven === 1 ? 'One link' : `${unproven} links`),
      detail: maskFreeText('Written after the last proof that an earlier run left; sealed as they stood at this start.'),
    })
    if (!written.ok) return pause('noted', written.failure)
    unproven = 0
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
      if (!isStill('stands') || !await noteUnproven()) return false
      const { keyId, seals } = sealed.value
      // SECURITY: another chain may have taken its place meanwhile, and nobody has said whose that is.
      if (end !== 'stands') return false
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
    const written = await vault.keepJournalEnd({ position, link, at: utcTime(computer.now()) })
    if (written.ok) kept = { position, atMs: computer.now() }
    else pause('end', written.failure)
  }

  async function run(): Promise<void> {
    while (wanted && computer.now() >= notBefore) {
      wanted = false
      const stands = end === 'not-looked-at' ? await lookAtEnd() : end === 'stands'
      if (!stands || !await sealAll()) return
      if (computer.now() - kept.atMs >= keepEndEveryMs) await keepEnd()
    }
  }

  function soon(): void {
    wanted = true
    underWay ??= run().finally(() => {
      underWay = null
      // Asked for between the last look and the end.
      if (wanted && end !== 'does-not-stand' && computer.now() >= notBefore) soon()
    })
  }

  return {
    soon,
    again() {
      notBefore = 0
      soon()
    },
    hold() {
      end = 'held'
    },
    goOn(as) {
      end = as === 'accept' ? 'stands' : 'not-looked-at'
      unproven = 0
      notBefore = 0
      // The next end is written at once, in the place of the one that is gone.
      newest = null
      kept = { position: 0, atMs: 0 }
      soon()
    },
    async finish() {
      soon()
      const lastWord = Promise.resolve(underWay).then(async () => {
        if (end === 'stands' && computer.now() >= notBefore) await keepEnd()
      })
      await withDeadline(lastWord, lastWordMs, () => { rooms.log('journal-end-not-kept') })
    },
  }
}

/** Whether the journal holds a link, or a checkpoint that stands for it with a seal of this vault's own key. */
async function isThere(
  { journal, vault }: Pick<Rooms, 'journal' | 'vault'>, { position, link }: Link,
): Promise<Result<boolean, Failure>> {
  const there = await journal.linkAt({ position })
  if (!there.ok) return there
  const { removed } = there.value
  if (removed === null) return success(there.value.link === link)
  const { keyId, digest, seal } = removed
  const checked = await vault.checkJournalSeals({ purpose: 'checkpoint', keyId, seals: [{ digest, seal }] })
  return checked.ok ? success(checked.value.known && checked.value.firstWrong === null) : checked
}

/** What changes the journal. */
const writes: ReadonlySet<PropertyKey> = new Set<keyof JournalPort>([
  'recordIntent', 'recordOutcome', 'recordRead', 'recordObservation', 'recordClosing', 'closeLeftovers', 'recordAudit',
  'removeEntries', 'salvage',
])

/** The journal whose every write is told to the sealer once it is done. */
export function sealedJournal(journal: JournalPort, { soon }: Pick<Sealer, 'soon'>): JournalPort {
  return new Proxy(journal, {
    get(target, name) {
      const method: unknown = Reflect.get(target, name)
      if (typeof method !== 'function' || !writes.has(name)) return method
      return async (argument: unknown): Promise<unknown> => {
        const answer = await Reflect.apply(method, target, [argument]) as Result<unknown, unknown>
        if (answer.ok) soon()
        return answer
      }
    },
  })
}
