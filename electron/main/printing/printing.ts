/**
 * Prints documents. Chromium loads the page in a hidden window, and writes a PDF or prints it. The page numbers come
 * from the style's `@page`, so they are the same in a PDF and on paper.
 */
import { BrowserWindow, session, type Session, type WebContents } from 'electron'
import { withDeadline } from '../../common/processes/deadline.ts'
import type { Log } from '../../common/processes/log.ts'
import { serialQueue } from '../../common/processes/serial-queue.ts'
import type { PrintedPage, Printing } from '../../desk/printing.ts'
import { foreignPage } from '../page/foreign-page.ts'
import { blockNetwork, guardSession } from '../page/guards.ts'
import { isPrintedAddress, printedUrl } from './address.ts'

/** A long report takes seconds; a window that takes longer is stuck. */
const limitMs = 60_000

const pdfOptions = { preferCSSPageSize: true, printBackground: true, generateTaggedPDF: true } as const

/**
 * Creates the printing service. Its hidden windows belong to `parent` and close with it. Pages are printed one at a
 * time.
 */
export function createPrinting({ parent, log }: { readonly parent: BrowserWindow; readonly log: Log }): Printing {
  const inTurn = serialQueue()
  let opened: Promise<PrintSession> | null = null

  function withPage<Value>(page: PrintedPage, use: (contents: WebContents) => Promise<Value>): Promise<Value> {
    return inTurn(async () => {
      opened ??= openSession(log).catch((error: unknown) => {
        opened = null
        throw error
      })
      const { session: printSession, show } = await opened
      show(page)
      const window = createPrintWindow(parent, printSession)
      try {
        await withinLimit(load(window))
        return await use(window.webContents)
      } finally {
        show(null)
        if (!window.isDestroyed()) window.destroy()
      }
    })
  }

  return {
    pdf: (page) => withPage(page, async (contents) =>
      new Uint8Array(await withinLimit(contents.printToPDF(pdfOptions)))),
    print: (page) => withPage(page, printDialog),
  }
}

interface PrintSession {
  readonly session: Session
  /** Sets the page to serve; null for none. */
  readonly show: (page: PrintedPage | null) => void
}

/** SECURITY: a session in memory. Its pages can load only the files of the printed page. */
async function openSession(log: Log): Promise<PrintSession> {
  // The fonts are loaded with the first document, not at each start.
  const { servePrintedPage } = await import('./serve-page.ts')
  const printSession = session.fromPartition('print', { cache: false })
  guardSession(printSession, isPrintedAddress, log)
  await blockNetwork(printSession)
  return { session: printSession, show: servePrintedPage(printSession.protocol) }
}

function createPrintWindow(parent: BrowserWindow, printSession: Session): BrowserWindow {
  return new BrowserWindow({
    parent,
    show: false,
    // SECURITY: a document contains foreign texts; its policy permits no script either.
    webPreferences: { ...foreignPage, session: printSession },
  })
}

/** Loads the page and waits for its fonts. The policy stops the page's scripts, but not this one of main. */
async function load(window: BrowserWindow): Promise<void> {
  await window.loadURL(printedUrl)
  await window.webContents.executeJavaScript('document.body.offsetHeight; document.fonts.ready.then(() => null)')
}

function printDialog(contents: WebContents): Promise<boolean> {
  const { promise, resolve, reject } = Promise.withResolvers<boolean>()
  contents.once('destroyed', () => { resolve(false) })
  contents.print({ printBackground: true, pageSize: 'A4' }, (success, reason) => {
    // Chromium spells the reason of a cancelled dialog differently, depending on the system.
    if (success || /cancell?ed/i.test(reason)) resolve(success)
    else reject(new Error(`not printed: ${reason}`))
  })
  return promise
}

function withinLimit<Value>(work: Promise<Value>): Promise<Value> {
  return withDeadline(work, limitMs, (): never => { throw new Error('printing took too long') })
}
