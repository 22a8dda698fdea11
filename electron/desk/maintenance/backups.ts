import type { UtcTime } from '#shared/brands.ts'
import type { CallAnswer } from '#shared/ipc/contract.ts'
import type { Salvage } from '#shared/model/history/maintenance.ts'
import { failed, success } from '#shared/result.ts'
import type { Digest, Restored, StartedOver } from '../../journal/port.ts'
import { audit, note } from './audit.ts'
import { beginEpoch } from './epoch.ts'
import { newEnd } from './new-end.ts'
import type { InTurn } from './mutex.ts'
import type { Services } from '../services.ts'
import type { Signing } from './signing.ts'
import { utcTime } from '../../common/processes/time.ts'

const dayMs = 24 * 60 * 60 * 1_000
/** Interval of checking the newest backup's age. After sleep the check is at most an hour late. */
const checkEveryMs = 60 * 60 * 1_000

/**
 * Manages the files of the history: daily and manual backups, restores, quarantined files. `signing` pauses while
 * another chain replaces this one. `entriesCame` is called after entries of another file were added to the history,
 * `warned` when the warning about the history may have changed.
 */
export function backups(
  services: Services,
  inTurn: InTurn,
  signing: Pick<Signing, 'holdForRestore' | 'decide' | 'finish'>,
  { entriesCame, warned }: { entriesCame: () => void; warned: () => void },
) {
  const { journal, system } = services
  let problem: string | null = null
  let stopped = false
  let isChecking = false
  let cancel: () => void = () => undefined
  let beganEmpty = false
  const now = (): UtcTime => utcTime(system.now())

  /**
   * Called after the new history exists, as the line belongs to it. Writes one line, even if several starts call it.
   */
  async function noteRestored({ fileName, at, ...counts }: Restored): Promise<boolean> {
    const newest = await journal.audit({ before: null, limit: 50 })
    const isNoted = newest.ok && newest.value.lines.some((line) =>
      line.action === 'backup-restored' && line.subject === fileName && line.at >= at)
    return isNoted || await note(services, 'backup-restored', fileName, inWords(counts))
  }

  /**
   * SECURITY: a restored chain is signed only if the audit trail records the restore, and vault and keychain confirm
   * whose chain it is. While they are not available nothing is decided, and the record of the restore stays for the
   * next start.
   */
  async function decideAboutRestored(restored: Restored): Promise<void> {
    let noted = false
    await signing.decide(async () => {
      noted ||= await noteRestored(restored)
      const decision = noted ? await newEnd(services, restored) : 'not-asked'
      if (decision === 'accept' && !await beginEpoch(services, restored)) return 'not-asked'
      if (decision !== 'accept') services.log('restored-chain-not-proven', { state: decision })
      return decision
    }, () => journal.restoreNoted())
  }

  async function restoreNow(fileName: string): Promise<CallAnswer<'maintenance.restore'>> {
    const at = now()
    const held = await signing.holdForRestore(at)
    if (!held.ok) return held
    const restored = await journal.restore({ fileName, at })
    if (!restored.ok) {
      void signing.decide(async () => 'check')
      return restored
    }
    const { contradicted, ...counts } = restored.value
    await decideAboutRestored({ ...counts, contradicted, fileName, at })
    entriesCame()
    warned()
    return success(counts)
  }

  const backUp = (): Promise<CallAnswer<'maintenance.backUp'>> => inTurn(async () => {
    // A backup whose end is signed proves its whole content.
    await signing.finish()
    const created = await journal.backUp({ at: now() })
    problem = created.ok ? null : 'detail' in created.failure ? created.failure.detail : created.failure.code
    if (!created.ok) services.log('backup-not-made', { code: created.failure.code })
    return created
  })

  async function backUpWhenDue(): Promise<void> {
    const described = await journal.describeFiles()
    if (!described.ok || described.value.entries === 0) return
    // A time in the future came from a clock that was ahead, so that backup's age is not known.
    const ages = described.value.backups.filter(({ check }) => check.result === 'good')
      .map(({ at }) => system.now() - Date.parse(at))
    if (ages.some((age) => age >= 0 && age < dayMs)) return
    const created = await backUp()
    if (created.ok) services.log('backup-made', { count: created.value.check.result === 'good' ? created.value.check.entries : 0 })
  }

  function checkHourly(): void {
    if (stopped) return
    cancel = system.schedule(checkEveryMs, checkHourly)
    if (isChecking) return
    isChecking = true
    backUpWhenDue()
      .catch(() => { services.log('backup-not-made', { code: 'defect' }) })
      .finally(() => { isChecking = false })
  }

  /**
   * Records in the audit trail that the history was started anew or restored from a backup. Call before anything else
   * is written.
   */
  async function noteBeginning(): Promise<void> {
    const begun = await journal.beginning()
    if (!begun.ok) return
    const { empty, startedOver, restored } = begun.value
    beganEmpty = empty
    // Not awaited: the keychain may ask the person in a window while ours is not open yet.
    if (restored !== null) void decideAboutRestored(restored)
    if (startedOver !== null) await noteStartedAnew(startedOver)
  }

  async function noteStartedAnew(startedOver: StartedOver): Promise<void> {
    const subject = startedOver.why === 'missing' ? 'journal' : startedOver.beside
    const noted = await note(services, 'history-started-anew', subject, startedAnewBecause[startedOver.why])
    // SECURITY: the file of a development version is no reason to discard the end of a released history. If the
    // keychain has one, it is reported as missing.
    if (startedOver.why === 'development') return
    beganEmpty = false
    // SECURITY: if the chain was empty when this run began, this run wrote all of it.
    if (noted) void signing.decide(async () => 'accept')
  }

  /** The keychain has a signed link that the history lacks. Reports it until a person has resolved it. */
  async function endIsMissing(link: Digest): Promise<void> {
    if (beganEmpty) await noteStartedAnew({ why: 'missing' })
    const marked = await journal.noteMissing({ what: link })
    if (!marked.ok) services.log('end-not-noted', { code: marked.failure.code })
    warned()
  }

  return {
    async describe(): Promise<CallAnswer<'maintenance.describe'>> {
      const described = await journal.describeFiles()
      return described.ok ? success({ ...described.value, backupProblem: problem }) : described
    },
    backUp,
    restore: (fileName: string) => inTurn(() => restoreNow(fileName)),
    salvage: (fileName: string): Promise<CallAnswer<'maintenance.salvage'>> => inTurn(async () => {
      const salvaged = await journal.salvage({ fileName, at: now() })
      if (!salvaged.ok) return salvaged
      await note(services, 'entries-salvaged', fileName, inWords(salvaged.value))
      entriesCame()
      warned()
      return salvaged
    }),
    /** Gives up a file, or (null) a missing history. The warning ends; the file stays. */
    async giveUp(fileName: string | null): Promise<CallAnswer<'maintenance.giveUp'>> {
      const described = await journal.describeFiles()
      if (!described.ok) return described
      const exists = fileName === null
        ? described.value.warning === 'missing' : described.value.quarantined.some((file) => file.fileName === fileName)
      if (!exists) {
        return failed({ code: 'backup-unusable', detail: 'The file no longer exists.' })
      }
      // The line first: giving up a file that may contain unknown charges must be recorded.
      const written = await audit(services, 'damaged-history-given-up', fileName ?? 'journal')
      if (!written.ok) return written
      const resolved = await journal.resolveDamage({ fileName })
      warned()
      return resolved
    },
    noteBeginning,
    endIsMissing,
    /** Creates a backup from now on whenever the newest good one is a day old. */
    start: checkHourly,
    stop() {
      stopped = true
      cancel()
    },
  }
}

export type Backups = ReturnType<typeof backups>

const startedAnewBecause = {
  missing: 'The earlier history is missing.',
  damaged: 'The history was damaged. Its file is kept under this name.',
  development: 'The history was made by a development version. Its file is kept under this name.',
} as const satisfies Record<StartedOver['why'], string>

function inWords({ added, known, lost, waiting }: Salvage): string {
  return `${added} added, ${known} known, ${lost ?? 'an unknown number'} lost, ${waiting} waiting.`
}
