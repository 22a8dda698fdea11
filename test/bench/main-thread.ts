/** What keys keep a page's main thread busy with, as Chromium's own tracing tells it. */
import type { CDPSession, Page } from 'playwright-core'

/** What Chromium notes of one step; times in microseconds. */
interface Traced {
  readonly name: string
  readonly pid: number
  readonly tid: number
  readonly ts: number
  readonly dur?: number
  readonly tdur?: number
  readonly args: { readonly data?: { readonly type?: string } }
}

/** For each key but the last, in milliseconds: how long the main thread was in tasks until the next key. */
export interface KeyWork {
  /** By the clock: with what it waited for, the compositor and a processor that others hold among it. */
  readonly busy: readonly number[]
  /** Processor time alone: about what would be left on a machine that does nothing else. */
  readonly processor: readonly number[]
}

const categories = ['devtools.timeline', 'disabled-by-default-devtools.timeline']

/** Traces the page while something types in it, and answers with what each key cost. Throws when no key was seen. */
export async function traceKeys(page: Page, type: () => Promise<void>): Promise<KeyWork> {
  const session = await page.context().newCDPSession(page)
  const events: Traced[] = []
  session.on('Tracing.dataCollected', ({ value }) => { events.push(...value as unknown as Traced[]) })
  await session.send('Tracing.start', { transferMode: 'ReportEvents', traceConfig: { includedCategories: categories } })
  await type()
  await endTracing(session)
  return workOfKeys(events)
}

async function endTracing(session: CDPSession): Promise<void> {
  const complete = new Promise((resolve) => { session.once('Tracing.tracingComplete', resolve) })
  await session.send('Tracing.end')
  await complete
  await session.detach()
}

const isKey = ({ name, args }: Traced): boolean => name === 'EventDispatch' && args.data?.type === 'keydown'

function workOfKeys(events: readonly Traced[]): KeyWork {
  const thread = events.find(isKey)
  if (thread === undefined) throw new Error('no key was seen in the trace')
  const own = events.filter(({ pid, tid }) => pid === thread.pid && tid === thread.tid)
    .sort((one, other) => one.ts - other.ts)
  const tasks = own.filter(({ name }) => name === 'RunTask')
  // A key's work begins with the task that hands the key to the page.
  const begins = own.filter(isKey).map(({ ts }) => tasks.findLast((task) => task.ts <= ts)?.ts ?? ts)
  const untilNext = begins.slice(1)
    .map((end, index) => tasks.filter(({ ts }) => ts >= (begins[index] ?? end) && ts < end))
  const milliseconds = (of: (task: Traced) => number): number[] =>
    untilNext.map((some) => some.reduce((sum, task) => sum + of(task), 0) / 1_000)
  return { busy: milliseconds(({ dur = 0 }) => dur), processor: milliseconds(({ tdur = 0 }) => tdur) }
}
