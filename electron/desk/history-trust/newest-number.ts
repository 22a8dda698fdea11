/**
 * Writes the number and link of the history's newest row to the keychain. The row is in the file first, so that the
 * file is never behind the keychain, whenever the application ends.
 */
import type { Failure } from '#shared/model/answers/failure.ts'
import type { HistoryRecord } from '#shared/model/history/history-trust.ts'
import { failed, success, type Result } from '#shared/result.ts'
import { withDeadline } from '../../common/processes/deadline.ts'
import { serialQueue } from '../../common/processes/serial-queue.ts'
import { utcTime } from '../../common/processes/time.ts'
import type { Services } from '../services.ts'

/** A send waits for the write only if writes take less than this. */
const fastMs = 20
const measuredWrites = 3
/** Longest delay of the record in the keychain if sends do not wait for it. */
const delayMs = 2_000
/** A send, a lock and a quit wait no longer than this. */
const limitMs = 700

export interface NewestNumber {
  /** Writes the record for the file as it is now, and measures how long that takes. */
  begin(record: Omit<HistoryRecord, 'newest'>): Promise<Result<null, Failure>>
  /** Stops writing until `begin`; resolves when no write is in progress. */
  end(): Promise<void>
  /** Call when rows were added. */
  soon(): void
  /** Call between a durable intent and its first byte. Never rejects, and prevents no send. */
  beforeSend(): Promise<void>
  /** Completes pending writes, within 700 ms. */
  finish(): Promise<void>
  /** Why the last write failed, as a sentence; null if it succeeded. */
  problem(): string | null
}

/** Creates the writer. `reported` is called when a problem began or ended. */
export function newestNumber(
  { journal, vault, system, log }: Pick<Services, 'journal' | 'vault' | 'system' | 'log'>, reported: () => void,
): NewestNumber {
  const inTurn = serialQueue()
  let remembered: Omit<HistoryRecord, 'newest'> | null = null
  let written: string | null = null
  let isFast = false
  let isDue = false
  let failure: string | null = null

  async function write(again = false): Promise<Result<null, Failure>> {
    const record = remembered
    if (record === null) return success(null)
    const newest = await journal.newestLink()
    if (!newest.ok) return newest
    const { position, link } = newest.value
    if (remembered !== record || (!again && written === `${position} ${link}`)) return success(null)
    const kept = await vault.keepHistoryRecord({
      ...record, newest: { number: position, link, at: utcTime(system.now()) },
    })
    if (kept.ok) written = `${position} ${link}`
    return kept
  }

  /** Reports a failure, which blocks nothing. Never rejects. */
  async function writeAndReport(): Promise<void> {
    const kept = await inTurn(() => write()).catch(() => failed({ code: 'defect' } as const))
    // A locked desk writes nothing, so it reports no problem.
    if (kept.ok || remembered !== null) report(kept.ok ? null : kept.failure.code)
  }

  function report(code: string | null): void {
    if (failure === code) return
    failure = code
    if (code !== null) log('newest-number-not-kept', { code })
    reported()
  }

  return {
    begin: (record) => inTurn(async () => {
      remembered = record
      const times: number[] = []
      for (let count = 0; count < measuredWrites; count += 1) {
        const begun = system.monotonic()
        const kept = await write(true)
        if (!kept.ok) {
          isFast = false
          report(kept.failure.code)
          return kept
        }
        times.push(system.monotonic() - begun)
      }
      const measuredMs = times.sort((one, other) => one - other)[Math.floor(measuredWrites / 2)] ?? Infinity
      isFast = measuredMs < fastMs
      const state = isFast ? 'before-each-send' : 'every-2-s'
      log('newest-number-measured', { durationMs: Math.round(measuredMs), state })
      report(null)
      return success(null)
    }),
    async end() {
      remembered = null
      written = null
      await inTurn(async () => undefined)
    },
    soon() {
      if (isDue || remembered === null) return
      isDue = true
      system.schedule(delayMs, () => {
        isDue = false
        void writeAndReport()
      })
    },
    async beforeSend() {
      if (!isFast || remembered === null) return
      await withDeadline(writeAndReport(), limitMs, () => {
        isFast = false
        report('keychain-waiting')
      })
    },
    finish: () => withDeadline(writeAndReport(), limitMs, () => { log('newest-number-late') }),
    problem: () => failure === null ? null
      : 'The number of the newest history row cannot be written to the keychain. Payments are sent as before, but a '
        + `history file that is put back or deleted might not be noticed. Check the keychain. (${failure})`,
  }
}
