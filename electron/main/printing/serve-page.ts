import type { Protocol } from 'electron'
import type { PrintedPage } from '../../desk/printing.ts'
import { pageScheme } from '../page/address.ts'
import { isPrintedAddress } from './address.ts'
import { bytesOf, printedFiles, type PrintedFile } from './files.ts'

/** SECURITY: no script, network, frame or form. Style, fonts and the logo are files of the printed page. */
const policy = "default-src 'none'; style-src 'self'; font-src 'self'; img-src 'self'; base-uri 'none'; "
  + "form-action 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types 'none'"

/**
 * Serves the printed page and its files under the app:// scheme of its session. Returns the function that sets the
 * page; null for none.
 */
export function servePrintedPage(protocol: Protocol): (page: PrintedPage | null) => void {
  let served: PrintedPage | null = null
  protocol.handle(pageScheme, (request) => {
    const file = isPrintedAddress(request.url) ? fileOf(served, new URL(request.url).pathname) : undefined
    if (file === undefined) return new Response('There is nothing here.', { status: 404, headers: headersOf('text/plain') })
    return new Response(file.content, { headers: headersOf(file.type) })
  })
  return (page) => { served = page }
}

function fileOf(page: PrintedPage | null, path: string): PrintedFile | undefined {
  if (page === null) return undefined
  if (path === '/document.html') return { type: 'text/html; charset=utf-8', content: bytesOf(page.html, 'utf8') }
  if (path !== '/logo.png') return printedFiles.get(path)
  return page.logo === null ? undefined : { type: 'image/png', content: new Uint8Array(page.logo) }
}

function headersOf(type: string): Readonly<Record<string, string>> {
  return {
    'content-type': type,
    'content-security-policy': policy,
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    'cache-control': 'no-store',
  }
}
