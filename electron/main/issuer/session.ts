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

/** Receives the events of a visit's session. */
export interface IssuerSessionListener {
  /** A form with the awaited field was posted to the notification address. */
  answered(fields: readonly Pair[]): void
  /** The page requested an address. */
  requested(): void
  /** A request of the page was refused. */
  denied(): void
}

/** Creates a session in memory for one visit; no other visit and no page of the application uses it. */
export function openIssuerSession(
  rules: IssuerRules, answerField: string, notify: IssuerSessionListener,
): IssuerSession {
  // SECURITY: without `persist:` the session is never written to disk. Its new name shares nothing with earlier visits.
  const created = session.fromPartition(`issuer-${randomUUID()}`, { cache: false })
  let ended = false
  created.webRequest.onBeforeRequest((details, callback) => {
    notify.requested()
    const cancel = ended || !mayRequest(details.url, details.resourceType, rules)
    if (cancel) notify.denied()
    callback({ cancel })
    const answer = isNotification(details.url, rules) ? readAnswer(details, answerField) : null
    if (answer !== null && !ended) notify.answered(answer)
  })
  // SECURITY: a foreign page gets no permission, no device, no screen and no file.
  created.setPermissionRequestHandler((_contents, _permission, callback) => {
    notify.denied()
    callback(false)
  })
  created.setPermissionCheckHandler(() => false)
  created.setDevicePermissionHandler(() => false)
  created.setSpellCheckerEnabled(false)
  created.on('will-download', (event) => {
    event.preventDefault()
    notify.denied()
  })
  return {
    session: created,
    async end() {
      // A worker of the page may outlive its window, so its requests are blocked first.
      ended = true
      await created.closeAllConnections()
      await Promise.all([created.clearStorageData(), created.clearCache(), created.clearAuthCache()])
    },
  }
}
