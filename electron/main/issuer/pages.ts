/**
 * Issuers' pages in a separate window: opens it, loads the page, determines how the visit ended, and clears everything.
 */
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { BrowserWindow, LoadURLOptions } from 'electron'
import { printForm } from '#shared/gateway/encoding/form.ts'
import { createDeadline, withDeadline } from '../../common/processes/deadline.ts'
import { describeError, type Log } from '../../common/processes/log.ts'
import type { IssuerContent, IssuerPages, IssuerVisit, IssuerVisitEnd } from '../../desk/issuer-pages.ts'
import type { ContentsGuards } from '../page/guards.ts'
import { isWebAddress, type IssuerRules } from './addresses.ts'
import { guardIssuerContents } from './guards.ts'
import { watchPageIdle, type PageIdleWatch } from './idle-page.ts'
import { openIssuerSession } from './session.ts'
import { createIssuerWindow } from './window.ts'

/** Chromium's longest address has 2 MB; Base64 makes a document a third longer. */
const mostHtmlBytes = 1_000_000
/** A session that cannot be cleared in time is blocked anyway, and its name is never used again. */
const clearingLimitMs = 2_000
/** Chromium's code of a request that a hook cancelled. */
const requestCancelledCode = -20

/** The dependencies of issuers' windows. */
export interface IssuerPagesParts {
  /** The application's window. An issuer's window is in front of it and closes with it. */
  readonly parent: BrowserWindow
  readonly guards: ContentsGuards
  readonly log: Log
}

type End = (end: IssuerVisitEnd) => void

/** Creates the windows that show issuers' pages, one at a time. */
export function createIssuerPages(parts: IssuerPagesParts): IssuerPages {
  let endOpen: End | null = null
  return {
    async visit(visit) {
      if (endOpen !== null) return { kind: 'closed' }
      const start = firstAddress(visit.content)
      if (start === null || !mayStart(visit)) return { kind: 'not-loaded' }
      const ending = Promise.withResolvers<IssuerVisitEnd>()
      endOpen = ending.resolve
      try {
        return await show({ visit, start, ended: ending.promise, end: ending.resolve, ...parts })
      } catch (error) {
        parts.log.error('issuer-page-failed', describeError(error))
        return { kind: 'not-loaded' }
      } finally {
        endOpen = null
      }
    },
    end() { endOpen?.({ kind: 'closed' }) },
  }
}

/** SECURITY: the address came in a reply of the gateway, so it is checked here too. */
function mayStart({ content, allowsLoopback }: IssuerVisit): boolean {
  return content.kind === 'html' || isWebAddress(content.url, allowsLoopback)
}

/**
 * The first address; a page passed as text becomes a `data:` document without origin. Null if it is too long for one.
 */
function firstAddress(content: IssuerContent): string | null {
  if (content.kind === 'post') return content.url
  const bytes = Buffer.from(content.html, 'utf8')
  if (bytes.byteLength > mostHtmlBytes) return null
  return `data:text/html;charset=utf-8;base64,${bytes.toString('base64')}`
}

interface Showing extends IssuerPagesParts {
  readonly visit: IssuerVisit
  readonly start: string
  readonly ended: Promise<IssuerVisitEnd>
  readonly end: End
}

/** Runs one visit. When it resolves, the window is closed and the session cleared. */
async function show({ visit, start, ended, end, parent, guards, log }: Showing): Promise<IssuerVisitEnd> {
  const rules: IssuerRules = {
    allowsLoopback: visit.allowsLoopback,
    notificationUrl: visit.notificationUrl,
    ownDocument: visit.content.kind === 'html' ? start : null,
  }
  let idleWatch: PageIdleWatch | null = null
  let denials = 0
  const denied = () => { denials += 1 }
  const issuerSession = openIssuerSession(rules, visit.answerField, {
    answered: (fields) => { end({ kind: 'posted', fields }) },
    requested: () => { idleWatch?.touch() },
    denied,
  })
  guards.set(issuerSession.session, (contents) => { guardIssuerContents(contents, rules, denied) })
  const window = createIssuerWindow(parent, issuerSession.session)
  const deadline = createDeadline(visit.limitMs)
  deadline.signal.addEventListener('abort', () => { end({ kind: 'timed-out' }) })
  window.on('closed', () => { end({ kind: 'closed' }) })
  if (visit.endsWhenLoaded) idleWatch = watchPageIdle(window.webContents, () => { end({ kind: 'loaded' }) })
  load(window, start, visit.content, end)
  try {
    return await ended
  } finally {
    idleWatch?.stop()
    deadline.cancel()
    // In the next turn: the event that ended the visit may be one of this window, which must not be destroyed within
    // it.
    await nextTurn()
    if (!window.isDestroyed()) window.destroy()
    await clearSession(issuerSession.end(), log)
    // Counted, not logged one by one: a foreign page must not be able to fill the log.
    log.info('issuer-page-ended', { count: denials })
  }
}

/** Loads the page. Ends the visit if it cannot be loaded, or if a page that it opened cannot. */
function load(window: BrowserWindow, start: string, content: IssuerContent, end: End): void {
  const { webContents } = window
  const notLoaded = () => { end({ kind: 'not-loaded' }) }
  let shown = false
  webContents.on('did-navigate', () => { shown = true })
  webContents.on('did-fail-load', (_event, code, _description, _url, isMainFrame) => {
    if (isMainFrame && (!shown || code !== requestCancelledCode)) notLoaded()
  })
  webContents.on('render-process-gone', notLoaded)
  // If a loading page opens another one, the promise rejects although a page is shown.
  window.loadURL(start, optionsOf(content)).catch(() => { if (!shown) notLoaded() })
}

function optionsOf(content: IssuerContent): LoadURLOptions {
  if (content.kind === 'html') return {}
  return {
    postData: [{ type: 'rawData', bytes: Buffer.from(printForm(content.fields), 'utf8') }],
    extraHeaders: 'Content-Type: application/x-www-form-urlencoded',
  }
}

async function clearSession(clearing: Promise<void>, log: Log): Promise<void> {
  try {
    await withDeadline(clearing, clearingLimitMs, () => { log.warn('issuer-session-not-cleared') })
  } catch (error) {
    log.warn('issuer-session-not-cleared', describeError(error))
  }
}
