const octet = '(?:25[0-5]|2[0-4]\\d|1\\d\\d|[1-9]?\\d)'
const version4 = new RegExp(`^${octet}(?:\\.${octet}){3}$`)

/**
 * True for an IPv4 address in dotted decimals or an IPv6 address, also with an embedded IPv4 tail; no port, no zone.
 */
export function isIpAddress(text: string): boolean {
  return version4.test(text) || isVersion6(text)
}

function isVersion6(text: string): boolean {
  const halves = text.split('::')
  if (halves.length > 2) return false
  const groups = halves.flatMap((half) => (half === '' ? [] : half.split(':')))
  const tail = groups.at(-1)
  const embedded = tail !== undefined && version4.test(tail)
  const plain = embedded ? groups.slice(0, -1) : groups
  if (!plain.every((group) => /^[0-9a-f]{1,4}$/i.test(group))) return false
  const count = plain.length + (embedded ? 2 : 0)
  // `::` replaces at least one group of zeros.
  return halves.length === 2 ? count <= 7 : count === 8
}
