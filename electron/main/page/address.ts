/** The app:// scheme of the page. */
export const pageScheme = 'app'

const host = 'bundle'
const bundleOrigin = `${pageScheme}://${host}`

/** The address of the page. */
export interface PageAddress {
  /** The address that the window loads. */
  readonly url: string
  /** As text, for comparing (`senderFrame.origin`). */
  readonly origin: string
  /** Whether the page may ask for this address at all. */
  isOwn(url: string): boolean
  /** Whether the page may navigate there itself; the built one never may. */
  mayReload(url: string): boolean
}

/** The built page. */
export const builtPage: PageAddress = {
  url: `${bundleOrigin}/index.html`,
  origin: bundleOrigin,
  isOwn: (url) => startsWith(url, bundleOrigin),
  mayReload: () => false,
}

/** The path of an address of the built page; null for any other address. */
export function bundlePath(url: string): string | null {
  return startsWith(url, bundleOrigin) ? new URL(url).pathname : null
}

// SECURITY: with the slash, so that neither app://bundle.elsewhere nor app://bundle@elsewhere counts.
function startsWith(url: string, origin: string): boolean {
  return url.startsWith(`${origin}/`)
}
