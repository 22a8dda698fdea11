/** The app:// scheme of the page. */
export const pageScheme = 'app'

const host = 'bundle'
const bundleOrigin = `${pageScheme}://${host}`

/** The address of the page. */
export interface PageAddress {
  /** The address that the window loads. */
  readonly url: string
  /** For comparison with `senderFrame.origin`. */
  readonly origin: string
  /** Whether the page may request this address. */
  isOwn(url: string): boolean
  /** Whether the page may navigate there by itself. The built page never may. */
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

// SECURITY: the slash is compared too, so that app://bundle.elsewhere and app://bundle@elsewhere do not match.
function startsWith(url: string, origin: string): boolean {
  return url.startsWith(`${origin}/`)
}
