/** Decodes a signature from a header, in each notation in which it may be written. */
import { percentDecode } from '#shared/gateway/encoding/percent.ts'
import type { Cause } from '#shared/inspector/cause.ts'
import { signatureCause, type SignatureCauseId } from '#shared/inspector/signature-causes.ts'

export interface SignatureReading {
  readonly bytes: Buffer
  readonly causes: readonly Cause[]
}

const base64 = /^[A-Za-z0-9+/]+={0,2}$/

/** The readings of a signature. The correct notation, if there is one, comes first; empty for an unreadable text. */
export function signatureReadings(raw: string): SignatureReading[] {
  const found: SignatureReading[] = []
  const add = (bytes: Buffer, ...causes: SignatureCauseId[]) => {
    if (bytes.length > 0) found.push({ bytes, causes: causes.map(signatureCause) })
  }
  const once = percentDecode(raw)
  const unencoded: SignatureCauseId[] = /[+/=]/.test(raw) ? ['signature-not-percent-encoded'] : []
  addTexts(once, unencoded, add)
  const twice = percentDecode(once)
  if (twice !== once) addTexts(twice, ['signature-encoded-twice'], add)
  return found.flatMap((reading) => [reading, ...nested(reading)])
}

function addTexts(
  text: string, before: readonly SignatureCauseId[], add: (bytes: Buffer, ...causes: SignatureCauseId[]) => void,
): void {
  if (/^[0-9a-fA-F]+$/.test(text) && text.length % 2 === 0 && text.length >= 40) {
    add(Buffer.from(text, 'hex'), ...before, 'signature-hex')
  }
  if (base64.test(text) && text.length % 4 === 0) return add(Buffer.from(text, 'base64'), ...before)
  if (base64.test(text) && !text.endsWith('=')) return add(Buffer.from(text, 'base64'), ...before, 'signature-padding-missing')
  if (/^[A-Za-z0-9_-]+={0,2}$/.test(text)) return add(Buffer.from(text, 'base64url'), ...before, 'signature-base64url')
  if (/\s/.test(text)) {
    const spaced = text.replaceAll(' ', '+')
    if (base64.test(spaced)) add(Buffer.from(spaced, 'base64'), 'signature-plus-became-space')
    const joined = text.replace(/\s/g, '')
    if (base64.test(joined)) add(Buffer.from(joined, 'base64'), ...before, 'signature-wrapped')
  }
}

/** Readings of bytes that are themselves the text of a signature, or are reversed. */
function nested({ bytes, causes }: SignatureReading): SignatureReading[] {
  const text = bytes.toString('latin1')
  const found: SignatureReading[] = []
  if (/^[0-9a-fA-F]{40,}$/.test(text)) {
    found.push({ bytes: Buffer.from(text, 'hex'), causes: [...causes, signatureCause('signature-base64-of-hex')] })
  } else if (text.length >= 28 && base64.test(text)) {
    found.push({ bytes: Buffer.from(text, 'base64'), causes: [...causes, signatureCause('signature-base64-twice')] })
  }
  if (bytes.length >= 128) {
    found.push({ bytes: Buffer.from(bytes).reverse(), causes: [...causes, signatureCause('signature-bytes-reversed')] })
  }
  return found
}
