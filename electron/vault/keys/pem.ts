import { failed, success, type Result } from '#shared/result.ts'

/** A block of PEM text: its label, and the block alone with line feeds and 64 characters per line. */
export interface PemBlock {
  readonly label: string
  readonly text: string
  readonly encrypted: boolean
}

/** The most bytes that are read. A key of 4096 bits takes 3,300; the text may contain certificates too. */
const mostBytes = 65_536
const dashes = '-----'
const marks = /-----(BEGIN|END) ([A-Z0-9 ]+)(?=-----)/g

/**
 * Finds the one private key in pasted text. A byte order mark, text around it, other line ends, a literal `\n` and
 * one long line are accepted. Otherwise, and for more than 64 KiB, fails with a plain sentence about the pasted text
 * (addendum 13). Takes time linear in the text.
 */
export function findPrivateKey(pasted: string): Result<PemBlock, string> {
  if (Buffer.byteLength(pasted) > mostBytes) {
    return failed('The text is longer than 64 KiB. Choose a file that contains only the key.')
  }
  const text = pasted.replace(/^\uFEFF/, '').replace(/\\r/g, '').replace(/\\n/g, '\n').replace(/\r\n?/g, '\n')
  const blocks = blocksIn(text)
  const keys = blocks.filter(({ label }) => label.endsWith('PRIVATE KEY'))
  const [key] = keys
  if (keys.length > 1) return failed('The text contains more than one private key. Paste only one.')
  if (key === undefined) return failed(whyNoKey(text, blocks.map(({ label }) => label)))
  const refusal = refusals[key.label]
  if (refusal !== undefined) return failed(refusal)
  return success(tidy(key.label, key.inside))
}

/** Every block from a `BEGIN` to the next `END` with the same label. A `BEGIN` without an `END` is skipped. */
function blocksIn(text: string): { readonly label: string; readonly inside: string }[] {
  const found = [...text.matchAll(marks)].map(({ index, 0: mark, 1: kind, 2: label = '' }) =>
    ({ isBegin: kind === 'BEGIN', label, index, end: index + mark.length }))
  const ends = Map.groupBy(found.filter(({ isBegin }) => !isBegin), ({ label }) => label)
  const blocks: { label: string; inside: string }[] = []
  let done = 0
  for (const { isBegin, label, index, end } of found) {
    if (!isBegin || index < done) continue
    const start = end + dashes.length
    const own = ends.get(label) ?? []
    // An `END` before the start cannot end a later block either.
    while (own[0] !== undefined && own[0].index < start) own.shift()
    const last = own[0]
    if (last === undefined) continue
    blocks.push({ label, inside: text.slice(start, last.index) })
    done = last.end
  }
  return blocks
}

const refusals: Readonly<Record<string, string>> = {
  'OPENSSH PRIVATE KEY': 'This key is in OpenSSH format. Make a copy of the file and convert it with: '
    + 'ssh-keygen -p -m PEM -f FILE',
  'EC PRIVATE KEY': 'This is an elliptic-curve key. The gateway accepts RSA keys only.',
  'DSA PRIVATE KEY': 'This is a DSA key. The gateway accepts RSA keys only.',
}

function whyNoKey(text: string, labels: string[]): string {
  if (labels.some((label) => label.endsWith('PUBLIC KEY')) || /^[ \t]*(?:ssh-rsa|ssh-ed25519|ecdsa-sha2-)/m.test(text)) {
    return 'This is a public key. Paste the private key that belongs to it.'
  }
  if (labels.some((label) => label.includes('CERTIFICATE REQUEST'))) {
    return 'This is a request for a certificate. Paste the private key that belongs to it.'
  }
  if (labels.some((label) => label.includes('CERTIFICATE'))) {
    return 'This is a certificate. Paste the private key that belongs to it.'
  }
  if (text.includes('PuTTY-User-Key-File')) {
    return 'This key is in PuTTY format. Export it in PuTTYgen (Conversions, Export OpenSSH key, old form) and paste that.'
  }
  if (/-----BEGIN [A-Z ]*PRIVATE KEY-----/.test(text)) return 'The end of the key is missing. Copy the whole text of the file.'
  return 'No private key was found. It begins with "-----BEGIN PRIVATE KEY-----".'
}

function tidy(label: string, inside: string): PemBlock {
  const headers = /Proc-Type:\s*4,ENCRYPTED\s+DEK-Info:\s*([A-Z0-9-]+,[0-9A-F]+)/i.exec(inside)
  const index = headers?.index ?? 0
  const body = (inside.slice(0, index) + inside.slice(index + (headers?.[0].length ?? 0))).replace(/\s+/g, '')
  const lines = [
    `-----BEGIN ${label}-----`,
    ...headers === null ? [] : ['Proc-Type: 4,ENCRYPTED', `DEK-Info: ${headers[1]}`, ''],
    ...body.match(/.{1,64}/g) ?? [],
    `-----END ${label}-----`,
    '',
  ]
  return { label, text: lines.join('\n'), encrypted: headers !== null || label === 'ENCRYPTED PRIVATE KEY' }
}
