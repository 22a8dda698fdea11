/** Recognises host names that reach this computer, in any spelling. */

/**
 * True for a host name, as `URL` writes it and without dots at its end, that reaches this computer: `localhost` and
 * its subdomains (RFC 6761), 127.0.0.0/8, `[::1]`, the unspecified addresses `0.0.0.0` and `[::]`, which systems
 * connect to this computer, and these IPv4 addresses written as IPv6 (`[::ffff:127.0.0.1]`, `[::127.0.0.1]`).
 * SECURITY: wider than `isLoopback`, so use it only to recognise equal addresses, never to permit anything. Names in
 * the hosts file, and addresses that a network assigned to this computer, cannot be recognised by their text.
 */
export function reachesThisComputer(host: string): boolean {
  if (host === 'localhost' || host.endsWith('.localhost') || host === '[::1]' || host === '[::]') return true
  return isOwnVersion4(version4In(host) ?? host)
}

function isOwnVersion4(host: string): boolean {
  return host === '0.0.0.0' || /^127\.\d+\.\d+\.\d+$/.test(host)
}

/** The IPv4 address in an IPv4-mapped or IPv4-compatible one, whose last two groups `URL` writes in hexadecimal. */
function version4In(host: string): string | null {
  const [, high, low] = /^\[::(?:ffff:)?([0-9a-f]{1,4}):([0-9a-f]{1,4})\]$/.exec(host) ?? []
  if (high === undefined || low === undefined) return null
  return [high, low].flatMap((group) => [parseInt(group, 16) >> 8, parseInt(group, 16) & 0xff]).join('.')
}
