import { pageScheme } from '../page/address.ts'

/** SECURITY: a separate host, so that the printed page has another origin than the application's page. */
const printedOrigin = `${pageScheme}://print`

/** The address of the page to print. */
export const printedUrl = `${printedOrigin}/document.html`

/** Whether the printed page may request an address. SECURITY: the slash is compared too, as in `page/address.ts`. */
export function isPrintedAddress(url: string): boolean {
  return url.startsWith(`${printedOrigin}/`)
}
