const absolute = /^[a-z][a-z0-9+.-]*:\/\/[^/?#]/i

/**
 * An address as sent in HTTP: dot segments resolved, characters that a request line cannot contain percent-encoded, the
 * host in ASCII and lower case, the default port left out. Sending and signing both use it, so that the signed path is
 * the sent path (§5.2 rule 5). Existing escapes stay unchanged: `%2f` is not a slash. Throws `TypeError` for text that
 * is not an absolute URL.
 */
export function wireUrl(text: string): URL {
  if (!absolute.test(text.trim())) throw new TypeError('an absolute URL is needed')
  return new URL(text)
}
