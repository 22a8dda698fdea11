/**
 * The signature over an investigation report: the last line of its file, over every byte before it. A PDF ends before
 * that line, and its readers skip a comment. One rule for text and PDF.
 */
import { createHash, verify, type KeyObject } from 'node:crypto'
import { reportText, type HeadKeySignature } from '#shared/model/history/journal-head.ts'
import { headKeyId } from './head-signature.ts'

const mark = '%GatewayConsoleReport 1'
const line = new RegExp(`\\n${mark} ([0-9a-f]{16}) ([A-Za-z0-9+/]{86}==)\\r?\\n?$`)
/** More bytes than the line has: only the end of a large file is read as text. */
const longestLine = 200

/** The bytes of a file that are signed: they end with a line feed, which is added if it is missing. */
export function unsignedReport(content: Uint8Array): Uint8Array {
  return content.at(-1) === 10 ? content : Buffer.concat([content, Buffer.from('\n')])
}

/** The SHA-256 of a file to be signed, lower-case hexadecimal. */
export function reportDigest(content: Uint8Array): string {
  return createHash('sha256').update(content).digest('hex')
}

/** The line that is appended to a signed file. */
export function signatureLine({ keyId, signature }: HeadKeySignature): string {
  return `${mark} ${keyId} ${signature}\n`
}

/** The result of checking a report with a public key. `changed`: the signature does not match the file's bytes. */
export type ReportVerdict = 'signed' | 'changed' | 'other-key' | 'not-signed'

/** Verifies the signature of a report file. */
export function checkReport(file: Uint8Array, publicKey: KeyObject): ReportVerdict {
  const bytes = Buffer.from(file)
  const found = line.exec(bytes.subarray(-longestLine).toString('latin1'))
  const [whole = '', keyId = '', signature = ''] = found ?? []
  if (found === null) return 'not-signed'
  // SECURITY: the id is computed from the key, so that a file cannot name a key that did not sign it.
  if (keyId !== headKeyId(publicKey)) return 'other-key'
  const signed = bytes.subarray(0, bytes.length - whole.length + 1)
  const content = reportText(reportDigest(signed), keyId)
  const isSigned = content !== null && verify(null, Buffer.from(content), publicKey, Buffer.from(signature, 'base64'))
  return isSigned ? 'signed' : 'changed'
}
