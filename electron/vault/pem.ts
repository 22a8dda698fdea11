import { failed, success, type Result } from '#shared/result.ts'

/** A block of PEM text: its label and, tidied, the block alone with line feeds and 64 characters a line. */
export interface PemBlock {
  readonly label: string
  readonly text: string
  readonly encrypted: boolean
}

const block = /-----BEGIN ([A-Z0-9 ]+)-----([\s\S]*?)-----END \1-----/g

/**
 * Finds the one private key in pasted text: byte order mark, text around it, other line ends, a literal `\n` and one
 * long line are all understood. Otherwise fails with a plain sentence that says what was pasted instead (addendum 13).
 */
export function findPrivateKey(pasted: string): Result<PemBlock, string> {
  const text = pasted.replace(/^\uFEFF/, '').replace(/\\r/g, '').replace(/\\n/g, '\n').replace(/\r\n?/g, '\n')
  const blocks = [...text.matchAll(block)].map(([, label = '', inside = '']) => ({ label, inside }))
  const keys = blocks.filter(({ label }) => label.endsWith('PRIVATE KEY'))
  const [key] = keys
  if (keys.length > 1) return failed('The text holds more than one private key. Paste the one that is meant.')
  if (key === undefined) return failed(whyNoKey(text, blocks.map(({ label }) => label)))
  const refusal = refusals[key.label]
  if (refusal !== undefined) return failed(refusal)
  return success(tidy(key.label, key.inside))
}

const refusals: Readonly<Record<string, string>> = {
  'OPENSSH PRIVATE KEY': 'This key is in the form of OpenSSH. Make a copy of the file and convert it with: '
    + 'ssh-keygen -p -m PEM -f FILE',
  'EC PRIVATE KEY': 'This is an elliptic-curve key. The gateway accepts RSA keys only.',
  'DSA PRIVATE KEY': 'This is a DSA key. The gateway accepts RSA keys only.',
}

function whyNoKey(text: string, labels: string[]): string {
  if (labels.some((label) => label.endsWith('PUBLIC KEY')) || /^\s*(?:ssh-rsa|ssh-ed25519|ecdsa-sha2-)/m.test(text)) {
    return 'This is a public key. Paste the private key that belongs to it.'
  }
  if (labels.some((label) => label.includes('CERTIFICATE REQUEST'))) {
    return 'This is a request for a certificate. Paste the private key that it was made with.'
  }
  if (labels.some((label) => label.includes('CERTIFICATE'))) {
    return 'This is a certificate. Paste the private key that belongs to it.'
  }
  if (text.includes('PuTTY-User-Key-File')) {
    return 'This key is in the form of PuTTY. Export it in PuTTYgen (Conversions, Export OpenSSH key, old form) and paste that.'
  }
  if (/-----BEGIN [A-Z ]*PRIVATE KEY-----/.test(text)) return 'The end of the key is missing. Copy the whole text of the file.'
  return 'No private key was found. It begins with "-----BEGIN PRIVATE KEY-----".'
}

function tidy(label: string, inside: string): PemBlock {
  const headers = /Proc-Type:\s*4,ENCRYPTED\s+DEK-Info:\s*([A-Z0-9-]+,[0-9A-F]+)/i.exec(inside)
  const body = inside.replace(headers?.[0] ?? '', '').replace(/\s+/g, '')
  const lines = [
    `-----BEGIN ${label}-----`,
    ...headers === null ? [] : ['Proc-Type: 4,ENCRYPTED', `DEK-Info: ${headers[1]}`, ''],
    ...body.match(/.{1,64}/g) ?? [],
    `-----END ${label}-----`,
    '',
  ]
  return { label, text: lines.join('\n'), encrypted: headers !== null || label === 'ENCRYPTED PRIVATE KEY' }
}
