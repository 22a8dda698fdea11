/**
 * Prints documents: Chromium loads the page in a hidden window and writes a PDF, or prints it. Page numbers are boxes
 * of the style's `@page`, so that a PDF and paper have the same.
 */
import { BrowserWindow, session, type Session, type WebContents } from 'electron'
import { withDeadline } from '../../common/processes/deadline.ts'
import type { Log } from '../../common/processes/log.ts'
import { serialQueue } from '../../common/processes/serial-queue.ts'
import type { PrintedPage, Printing } from '../../desk/printing.ts'
import { foreignPage } from '../page/foreign-page.ts'
import { cutFromNetwork, guardSession } from '../page/guards.ts'
import { isPrintedAddress, printedUrl } from './address.ts'

/** A long report takes seconds; a window that needs more is stuck. */
const longestMs = 60_000

const pdfOptions = { preferCSSPageSize: true, printBackground: true, generateTaggedPDF: true } as const

/** Creates the printing. Its hidden window belongs to `parent`, which closes it. One page is printed at a time. */
export function createPrinting({ parent, log }: { readonly parent: BrowserWindow; readonly log: Log }): Printing {
  const inTurn = serialQueue()
  let opened: Promise<PrintSession> | null = null

  function withPage<Value>(page: PrintedPage, use: (contents: WebContents) => Promise<Value>): Promise<Value> {
    return inTurn(async () => {
      opened ??= openSession(log).catch((error: unknown) => {
        opened = null
        throw error
      })
      const { session: own, show } = await opened
      show(page)
      const window = createPrintWindow(parent, own)
      try {
        await inTime(load(window))
        return await use(window.webContents)
      } finally {
        show(null)
        if (!window.isDestroyed()) window.destroy()
      }
    })
  }

  return {
    pdf: (page) => withPage(page, async (contents) => new Uint8Array(await inTime(contents.printToPDF(pdfOptions)))),
    print: (page) => withPage(page, printed),
  }
}

interface PrintSession {
  readonly session: Session
  /** The page to be served from now on. */
  readonly show: (page: PrintedPage | null) => void
}

/** SECURITY: a session in memory, whose pages reach nothing but the files of the page that is printed. */
async function openSession(log: Log): Promise<PrintSession> {
  // The fonts are read for the first document, not at each start.
  const { servePrintedPage } = await import('./serve-page.ts')
  const own = session.fromPartition('print', { cache: false })
  guardSession(own, isPrintedAddress, log)
  await cutFromNetwork(own)
  return { session: own, show: servePrintedPage(own.protocol) }
}

function createPrintWindow(parent: BrowserWindow, own: Session): BrowserWindow {
  return new BrowserWindow({
    parent,
    show: false,
    // A document has foreign texts. SECURITY: its policy permits no script, either.
    webPreferences: { ...foreignPage, session: own },
  })
}

/** Loads the page with its fonts. Main's own script waits for them; the policy stops scripts of the page alone. */
async function load(window: BrowserWindow): Promise<void> {
  await window.loadURL(printedUrl)
  await window.webContents.executeJavaScript('document.body.offsetHeight; document.fonts.ready.then(() => null)')
}

function printed(contents: WebContents): Promise<boolean> {
  const { promise, resolve, reject } = Promise.withResolvers<boolean>()
  contents.once('destroyed', () => { resolve(false) })
  contents.print({ printBackground: true, pageSize: 'A4' }, (success, reason) => {
    // Chromium names a cancelled dialog in two spellings, by system.
    if (success || /cancell?ed/i.test(reason)) resolve(success)
    else reject(new Error(`not printed: ${reason}`))
  })
  return promise
}

function inTime<Value>(work: Promise<Value>): Promise<Value> {
  return withDeadline(work, longestMs, (): never => { throw new Error('printing took too long') })
}
