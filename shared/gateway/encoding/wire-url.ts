const absolute = /^[a-z][a-z0-9+.-]*:\/\/[^/?#]/i

/**
 * An address as HTTP carries it: dot segments resolved, characters that a request line cannot carry percent-encoded,
 * the host in ASCII and lower case, the default port left out. Sending and signing both use this function, so that the
 * signed path is the path on the wire (§5.2 rule 5). Existing escapes stay unchanged: `%2f` is no slash. Throws
 * `TypeError` for text that is no absolute URL.
 */
export function wireUrl(text: string): URL {
  if (!absolute.test(text.trim())) throw new TypeError('an absolute URL is needed')
  return new URL(text)
}
