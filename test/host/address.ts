/**
 * Chromium does not know the application's own scheme. `app://bundle/path` is loaded as
 * `https://bundle.app.invalid/path`, and the application gets the request under its own address.
 */
export class Addresses {
  private readonly schemes = new Set<string>()

  add(scheme: string): void {
    this.schemes.add(scheme)
  }

  isOwn(url: string): boolean {
    return this.schemes.has(schemeOf(url))
  }

  toChromium(url: string): string {
    const parts = /^([a-z][\w+.-]*):\/\/([^/?#]*)(.*)$/i.exec(url)
    if (!parts || !this.schemes.has(parts[1] ?? '')) return url
    return `https://${parts[2]}.${parts[1]}.invalid${parts[3]}`
  }

  toApplication(url: string): string {
    const parts = /^https:\/\/([^/]+)\.([a-z][\w+-]*)\.invalid(.*)$/i.exec(url)
    if (!parts || !this.schemes.has(parts[2] ?? '')) return url
    return `${parts[2]}://${parts[1]}${parts[3]}`
  }

  /** Translates a Content-Security-Policy with an own scheme for Chromium. */
  policyToChromium(policy: string): string {
    let translated = policy
    for (const scheme of this.schemes) {
      const source = new RegExp(`(^|[\\s;])${scheme}:(?:\\/\\/([^\\s;/]+))?(?=[\\s;]|$)`, 'g')
      translated = translated.replaceAll(source, (_, before: string, host?: string) => `${before}https://${host ?? '*'}.${scheme}.invalid`)
    }
    return translated
  }
}

export const schemeOf = (url: string): string => url.split(':', 1)[0] ?? ''
