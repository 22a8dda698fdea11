// The progress of a download as text.
import type { Progress } from './download.ts'

const megabytes = (bytes: number): string => (bytes / 1_000_000).toFixed(1)

/** For example `41.2 of 118.6 MB (35 %), 3.4 MB/s`; it started or continued `seconds` ago with `begun` bytes. */
export function progressText({ received, total }: Progress, begun: number, seconds: number): string {
  const rate = seconds > 0 ? `, ${megabytes((received - begun) / seconds)} MB/s` : ''
  if (total === null) return `${megabytes(received)} MB${rate}`
  const percent = total === 0 ? 100 : Math.floor(100 * received / total)
  return `${megabytes(received)} of ${megabytes(total)} MB (${percent} %)${rate}`
}

/** Prints progress: on a terminal in one changing line, otherwise a line for each tenth. */
export function progressPrinter(): (progress: Progress) => void {
  const { stdout } = process
  let started: { readonly at: number, readonly bytes: number } | null = null
  let shown = { tenth: -1, at: 0 }
  return (progress) => {
    const now = performance.now()
    started ??= { at: now, bytes: progress.received }
    const text = progressText(progress, started.bytes, (now - started.at) / 1000)
    const done = progress.received === progress.total
    const tenth = progress.total === null ? 0 : Math.floor(10 * progress.received / progress.total)
    if (stdout.isTTY) {
      if (!done && now - shown.at < 200) return
      stdout.write(`\r  ${text}\u001b[K${done ? '\n' : ''}`)
    } else if (tenth > shown.tenth) {
      stdout.write(`  ${text}\n`)
    }
    shown = { tenth, at: now }
  }
}
