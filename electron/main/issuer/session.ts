import { randomUUID } from 'node:crypto'
import { session, type Session } from 'electron'
import type { Pair } from '#shared/gateway/encoding/form.ts'
import { isNotification, mayRequest, type IssuerRules } from './addresses.ts'
import { readAnswer } from './answer.ts'

/** The session of one visit. */
export interface IssuerSession {
  readonly session: Session
  /** Blocks all further requests and clears the session. Rejects when Electron cannot clear it. */
  end(): Promise<void>
}

/** Listens to the events of a visit's session. */
export interface IssuerSessionListener {
  /** A form with the awaited field was posted to the notification address. */
  answered(fields: readonly Pair[]): void
  /** The page asked for something. */
  asked(): void
  /** Something that the page wanted was refused. */
  denied(): void
}

/** Creates a session in memory for one visit; no other visit and no page of the application uses it. */
export function openIssuerSession(
  rules: IssuerRules, answerField: string, notify: IssuerSessionListener,
): IssuerSession {
  // SECURITY: without `persist:` it is never written to the disk; a new name shares nothing with an earlier visit.
  const made = session.fromPartition(`issuer-${randomUUID()}`, { cache: false })
  let ended = false
  made.webRequest.onBeforeRequest((details, callback) => {
    notify.asked()
    const cancel = ended || !mayRequest(details.url, details.resourceType, rules)
    if (cancel) notify.denied()
    callback({ cancel })
    const answer = isNotification(details.url, rules) ? readAnswer(details, answerField) : null
    if (answer !== null && !ended) notify.answered(answer)
  })
  // SECURITY: a foreign page gets no permission, no device, no screen and no file.
  made.setPermissionRequestHandler((_contents, _permission, callback) => {
    notify.denied()
    callback(false)
  })
  made.setPermissionCheckHandler(() => false)
  made.setDevicePermissionHandler(() => false)
  made.setSpellCheckerEnabled(false)
  made.on('will-download', (event) => {
    event.preventDefault()
    notify.denied()
  })
  return {
    session: made,
    async end() {
      // A worker of the page may outlive its window: from here on its requests are blocked.
      ended = true
      await made.closeAllConnections()
      await Promise.all([made.clearStorageData(), made.clearCache(), made.clearAuthCache()])
    },
  }
}
