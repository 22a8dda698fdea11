import { readFile, stat } from 'node:fs/promises'
import { userInfo } from 'node:os'
import { basename } from 'node:path'
import { clipboard, dialog, shell, type BrowserWindow } from 'electron'
import { nextPollDelay } from '#shared/gateway/replies/order-status.ts'
import type { AppDescription } from '#shared/model/application/app.ts'
import { largestFile, type TableRefused } from '#shared/model/values/table.ts'
import { failed, success } from '#shared/result.ts'
import { createDeadline } from '../common/processes/deadline.ts'
import { randomHex } from '../common/signatures/random-hex.ts'
import { writePieces } from '../common/files/streamed-file.ts'
import { textOfBytes } from '../common/files/text-of-bytes.ts'
import { readWholeFile, type WholeFileFailure } from '../common/files/whole-file.ts'
import type { System } from '../desk/services.ts'
import { usableIn, type Host } from './installation/host.ts'
import { createBadge } from './notices/badge.ts'
import { createSystemNotices, pageInFront, showsNotices } from './notices/system-notices.ts'
import { createOwnClipboard } from './window/clipboard.ts'
import { createFileDialogs } from './window/file-dialogs.ts'
import { createOutsideBoxes } from './window/outside-boxes.ts'

/** Key files are far smaller, even with other text around the key. */
const largestKeyFile = 1_048_576

/** Describes this version, its host, and the environments that may be used in it. */
export function describeApp({ version, host }: { version: string; host: Host }): AppDescription {
  return {
    version,
    platform: process.platform,
    osUser: osUser(),
    host,
    usableEnvironments: usableIn[host],
    showsNotices: showsNotices(),
  }
}

/** Creates the desk's access to the computer. Dialogs belong to `window`. */
export function createSystem({
  description, window, idleMs, auditFile, diskEncryption, printing, checkInstallation, thirdParty, longestPollMs,
}: {
  description: AppDescription
  window: BrowserWindow
  idleMs: System['idleMs']
  auditFile: System['auditFile']
  diskEncryption: System['diskEncryption']
  printing: System['printing']
  checkInstallation: System['checkInstallation']
  thirdParty: System['thirdParty']
  /** Null in a package: then the polling plan alone decides. */
  longestPollMs: number | null
}): System {
  const dialogs = createFileDialogs(dialog, window)
  const boxes = createOutsideBoxes(dialog, window)
  const ownClipboard = createOwnClipboard(clipboard, schedule)
  return {
    description,
    now: () => Date.now(),
    monotonic: () => performance.now(),
    randomHex: (bytes) => randomHex(bytes),
    copyText: (text, lasting) => ownClipboard.copy(text, lasting),
    clearClipboard: () => ownClipboard.clearNow(),
    confirm: (question, lastsMs) => boxes.confirm(question, lastsMs),
    dismissQuestion: () => { boxes.dismiss() },
    showNotice: createSystemNotices(window),
    pageInFront: () => pageInFront(window),
    setProgress: (share) => { if (!window.isDestroyed()) window.setProgressBar(share ?? -1) },
    setBadge: createBadge(window, description.platform as NodeJS.Platform),
    idleMs,
    openExternal: (url) => shell.openExternal(url),
    async chooseTextFile(title) {
      const path = await dialogs.openFile(title)
      return path === null ? null : await readTextFile(path)
    },
    async chooseFile(title) {
      const path = await dialogs.openFile(title)
      return path === null ? null : await readSmallFile(path)
    },
    async chooseTable(title) {
      const path = await dialogs.openFile(title)
      if (path === null) return null
      const read = await readWholeFile(path, largestFile)
      return read.ok ? success({ fileName: basename(path), bytes: read.value }) : failed(tableRefused(read.failure))
    },
    chooseFolder: (title) => dialogs.openFolder(title),
    async chooseSaveDestination(suggestedName) {
      const path = await dialogs.save(suggestedName)
      return path === null ? null : { fileName: basename(path), write: (pieces) => writePieces(path, pieces) }
    },
    auditFile,
    diskEncryption,
    printing,
    checkInstallation,
    thirdParty,
    pollDelay(followedForMs) {
      const delay = nextPollDelay(followedForMs)
      return delay === null || longestPollMs === null ? delay : Math.min(delay, longestPollMs)
    },
    schedule,
  }
}

function schedule(delayMs: number, callback: () => void): () => void {
  const deadline = createDeadline(delayMs)
  deadline.signal.addEventListener('abort', callback)
  return () => { deadline.cancel() }
}

async function readTextFile(path: string): Promise<string> {
  // A larger file is no key and is read as empty text, which the vault reports as invalid.
  return textOfBytes(await readSmallFile(path))
}

/** The bytes of a file; empty for a file that is too large. */
async function readSmallFile(path: string): Promise<Buffer> {
  return (await stat(path)).size > largestKeyFile ? Buffer.alloc(0) : await readFile(path)
}

function tableRefused(failure: WholeFileFailure): TableRefused {
  const limit = failure.why === 'too-large' ? String(largestFile) : ''
  return { code: 'table-refused', why: failure.why, detail: failure.why === 'unreadable' ? failure.reason : limit }
}

function osUser(): string {
  try {
    return userInfo().username
  } catch {
    // The system has no name for this user, as in some containers.
    return 'unknown'
  }
}
