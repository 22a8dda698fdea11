const absolute = /^[a-z][a-z0-9+.-]*:\/\/[^/?#]/i

/**
 * An address as HTTP carries it: dot segments resolved, everything that a request line cannot hold percent-encoded,
 * the host in ASCII and lower case, the default port left out. Whatever is sent and whatever is signed goes through
 * here, so that the path that is signed is the path on the wire (§5.2 rule 5). Existing escapes stay as they are: `%2f`
 * is no slash. Text that is no absolute URL throws `TypeError`.
 */
export function wireUrl(text: string): URL {
  if (!absolute.test(text.trim())) throw new TypeError('an absolute URL is needed')
  return new URL(text)
}
