/** A process that restores a backup and is killed, as by a power cut, when it has reached a step. */
import { join } from 'node:path'
import type { UtcTime } from '#shared/brands.ts'
import { openJournal } from '../../../electron/journal/recovery/open.ts'
import { restore } from '../../../electron/journal/recovery/restore.ts'
import { checkFile } from '../../../electron/journal/recovery/soundness.ts'
import { filesOf } from '../../../electron/journal/recovery/file-names.ts'

const [databasePath = '', fileName = '', until = ''] = process.argv.slice(2)

async function restoreUntil(): Promise<void> {
  const opened = openJournal(databasePath)
  if (!opened.ok) throw new Error(opened.failure.code)
  await restore(opened.value, join(filesOf(databasePath).backups, fileName), {
    at: '2026-11-20T08:00:00.000Z' as UtcTime,
    check: async (path) => checkFile(path, { thorough: true }),
    progress: () => undefined,
    breathe: async () => undefined,
    reached: (step) => { if (step === until) process.kill(process.pid, 'SIGKILL') },
  })
}

void restoreUntil()
