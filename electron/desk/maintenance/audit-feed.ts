/**
 * Writes the audit trail for a collector: each line as one line of JSON, appended to the file that an administrator
 * chose. The journal is the queue, and only the position in the file is stored besides. So nothing is lost while the
 * file cannot be written, and no charge waits for it. After a crash or a restored history a line may be written twice,
 * with the same `id`.
 */
import type { NumberedAuditLine } from '../../journal/port.ts'
import type { Services } from '../services.ts'
import { note } from './audit.ts'

/** Lines written within this time are appended together. */
const gatherMs = 250
const linesAtOnce = 200
const firstRetryMs = 5_000
const longestRetryMs = 60_000

/**
 * Creates the feed; it writes nothing before `soon` or `now`. `changed` is called when `problem` changes. While the
 * desk is locked its settings are not read, and the previous file is still written.
 */
export function auditFeed(services: Services, { isOpen, changed }: {
  isOpen: () => boolean
  changed: () => void
}) {
  const { settings, system } = services
  let lastPath: string | null = null
  let running: Promise<void> | null = null
  let isRunWanted = false
  let cancelTimer: (() => void) | null = null
  let failures = 0
  let problem: string | null = null
  let ended = false

  function path(): string | null {
    if (isOpen()) lastPath = settings.read().auditFile
    return lastPath
  }

  function startAfter(ms: number): void {
    cancelTimer ??= system.schedule(ms, () => {
      cancelTimer = null
      void start()
    })
  }

  function start(): Promise<void> {
    isRunWanted = true
    running ??= run().finally(() => { running = null })
    return running
  }

  async function run(): Promise<void> {
    while (isRunWanted) {
      isRunWanted = false
      const why = await writeNew(services, path()).catch((error: unknown) => {
        services.log('audit-feed-failed', { error: error instanceof Error ? error.name : typeof error })
        return 'what was written could not be noted'
      })
      if (why !== null) failed(why)
      else {
        failures = 0
        setProblem(null)
      }
    }
  }

  function setProblem(sentence: string | null): void {
    if (problem === sentence) return
    problem = sentence
    changed()
  }

  function failed(why: string): void {
    if (problem === null) services.log('audit-file-unwritable', { message: why })
    setProblem(`The audit file cannot be written: ${why}. Its lines wait in the history and follow later.`)
    failures += 1
    if (!ended) startAfter(Math.min(firstRetryMs * 2 ** (failures - 1), longestRetryMs))
  }

  return {
    /** Call when new lines may exist; they are written soon. */
    soon() { if (!ended && path() !== null) startAfter(gatherMs) },
    /** Call when the settings changed; a file that could not be written is tried again at once. */
    now() {
      cancelTimer?.()
      cancelTimer = null
      failures = 0
      if (!ended) void start()
    },
    /** Writes pending lines and stops. Never rejects. */
    async finish(): Promise<void> {
      ended = true
      cancelTimer?.()
      await start()
    },
    /** Why lines wait, as a sentence; null if none waits. */
    problem: () => problem,
  }
}

export type AuditFeed = ReturnType<typeof auditFeed>

/** Writes every line that the file lacks. Returns the reason of a failure, or null. */
async function writeNew(services: Services, path: string | null): Promise<string | null> {
  if (path === null) return null
  const { journal, system } = services
  let last = system.auditFile.position(path)
  let after = await lastWritten(journal, last)
  while (after !== null) {
    const found = await journal.auditAfter({ after, limit: linesAtOnce })
    if (!found.ok) return 'the history cannot be read'
    const newest = found.value.at(-1)
    if (newest === undefined) return null
    const appended = await system.auditFile.append(path, found.value.map(jsonLine).join(''), last)
    if (appended.kind === 'refused') return appended.why
    last = { path, line: newest.number, link: newest.id, file: appended.file }
    system.auditFile.keepPosition(last)
    after = newest.number
    if (appended.begunAgain) await note(services, 'audit-file-begun-again', 'Audit file', 'Its file was truncated or replaced.')
  }
  return 'the history cannot be read'
}

type Position = ReturnType<Services['system']['auditFile']['position']>

/**
 * The number of the newest line in the file. 0 for another file, and if the file has lines of another history (a
 * restored history numbers its lines again). Null if the history cannot be read.
 */
async function lastWritten(journal: Services['journal'], kept: Position): Promise<number | null> {
  if (kept === null) return 0
  const found = await journal.auditAfter({ after: kept.line - 1, limit: 1 })
  if (!found.ok) return null
  const [line] = found.value
  return line?.number === kept.line && line.id === kept.link ? kept.line : 0
}

function jsonLine({ id, line }: NumberedAuditLine): string {
  return `${JSON.stringify({ id, ...line })}\n`
}
