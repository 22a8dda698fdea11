import { appendFileSync, mkdirSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { redact } from './redact.ts'
import { renamePatientlySync } from '../files/rename.ts'

/** The permitted fields of a line. Others are omitted, even if they pass the types. */
const fieldNames = [
  'operation', 'environment', 'outcome', 'failure', 'code', 'status', 'count', 'durationMs', 'bytes', 'version', 'platform',
  'state', 'error', 'message', 'stack', 'channel', 'url', 'entry', 'profile',
] as const

type LogField = (typeof fieldNames)[number]
export type LogFields = Partial<Readonly<Record<LogField, string | number | boolean>>>

/** A log that cannot contain secrets: the name of an event, and named plain values, each redacted. It never throws. */
export interface Log {
  info(event: string, fields?: LogFields): void
  warn(event: string, fields?: LogFields): void
  error(event: string, fields?: LogFields): void
}

/** A log that keeps nothing, for use before the real one exists. */
export const silentLog: Log = { info() {}, warn() {}, error() {} }

/**
 * Creates a log in `folder`: one file per module (`vault.log`), one JSON line per event, times in UTC. A file that
 * reaches `maxBytes` becomes `vault.1.log`; `keep` old ones stay. A file that cannot be renamed is tried again after
 * another quarter of `maxBytes`. Only one process may write a module's file.
 */
export function createLog({
  folder, module, maxBytes = 1_000_000, keep = 3, now = () => new Date(), rename = renamePatientlySync,
}: {
  folder: string
  module: string
  maxBytes?: number
  keep?: number
  now?: () => Date
  rename?: (from: string, to: string) => void
}): Log {
  const file = (age: number) => join(folder, age === 0 ? `${module}.log` : `${module}.${age}.log`)

  let rotateAt = maxBytes

  const rotate = (bytes: number) => {
    try {
      rmSync(file(keep), { force: true })
      for (let age = keep - 1; age >= 0; age--) {
        if (sizeOf(file(age)) > 0) rename(file(age), file(age + 1))
      }
      rotateAt = maxBytes
    } catch {
      // Another program has the file open, which on Windows blocks renaming. Not every line tries again.
      rotateAt = bytes + maxBytes / 4
    }
  }

  const write = (level: 'info' | 'warn' | 'error', event: string, fields: LogFields = {}) => {
    const line = `${JSON.stringify({ at: now().toISOString(), level, module, event: redact(event), ...plain(fields) })}\n`
    try {
      mkdirSync(folder, { recursive: true, mode: 0o700 })
      const bytes = sizeOf(file(0))
      if (bytes + Buffer.byteLength(line) > rotateAt) rotate(bytes)
      appendFileSync(file(0), line, { mode: 0o600 })
    } catch {
      // A full or read-only disk must not stop the work. The redacted line is printed where a terminal shows it.
      process.stderr.write(line)
    }
  }

  return {
    info: (event, fields) => { write('info', event, fields) },
    warn: (event, fields) => { write('warn', event, fields) },
    error: (event, fields) => { write('error', event, fields) },
  }
}

// SECURITY: a line contains only allow-listed names and plain values, and only redacted text. A number is redacted as
// text too: it may be a card number.
function plain(fields: LogFields): Record<string, string | number | boolean> {
  const kept: Record<string, string | number | boolean> = {}
  for (const name of fieldNames) {
    const value = fields[name]
    if (typeof value === 'string') kept[name] = redact(value)
    if (typeof value === 'number') kept[name] = redact(String(value)) === String(value) ? value : '[number]'
    if (typeof value === 'boolean') kept[name] = value
  }
  return kept
}

function sizeOf(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.size ?? 0
}

function fileNameIn(word: string): string {
  return word.slice(Math.max(word.lastIndexOf('/'), word.lastIndexOf('\\')) + 1)
}

/**
 * Converts an error to fields of a log line: its name, code, message and stack. The stack has file names without
 * folders, which may name the person.
 */
export function describeError(error: unknown): LogFields {
  if (!(error instanceof Error)) return { error: typeof error }
  const code: unknown = Reflect.get(error, 'code')
  const frames = (error.stack ?? '').split('\n')
    .filter((line) => /^\s+at /.test(line))
    .map((line) => line.trim().replace(/[^\s()]+/g, fileNameIn))
  return {
    error: error.name,
    message: error.message,
    stack: frames.slice(0, 12).join(' | '),
    ...(typeof code === 'string' ? { code } : {}),
  }
}
