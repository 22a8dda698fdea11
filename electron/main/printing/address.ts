import { pageScheme } from '../page/address.ts'

/** SECURITY: a host of its own, so that the printed page has another origin than the application's. */
const printedOrigin = `${pageScheme}://print`

/** The address of the page that is printed. */
export const printedUrl = `${printedOrigin}/document.html`

/** Whether the printed page may ask for an address. SECURITY: with the slash, as in `page/address.ts`. */
export function isPrintedAddress(url: string): boolean {
  return url.startsWith(`${printedOrigin}/`)
}
