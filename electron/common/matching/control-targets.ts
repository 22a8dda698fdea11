/** A control that was sent, and the ways in which it may have been computed from a text and a secret. */
import { createHmac, hash as hashOnce } from 'node:crypto'
import type { Cause } from '#shared/inspector/cause.ts'
import type { ControlCandidate, SecretShape } from '#shared/inspector/control/plan.ts'
import { bytesOf } from '#shared/inspector/encoding.ts'
import { signatureCause, type SignatureCauseId } from '#shared/inspector/signature-causes.ts'
import { sameDigest, type TriedSecret } from './hmac-targets.ts'

/** One way in which the control may have been computed. `causes`: the mistakes that a match proves. */
export interface ControlTarget {
  readonly causes: readonly Cause[]
  fits(candidate: ControlCandidate): boolean
}

const algorithmOf: { readonly [length: number]: readonly [algorithm: string, cause: SignatureCauseId | null] } = {
  16: ['md5', 'md5-for-sha-1'], 20: ['sha1', null], 32: ['sha256', 'sha-256-for-sha-1'], 48: ['sha384', 'sha-256-for-sha-1'],
  64: ['sha512', 'sha-256-for-sha-1'],
}

/** The targets of a control that was sent, for one secret; empty if the control cannot be a digest. */
export function controlTargets(control: string, tried: TriedSecret): ControlTarget[] {
  const read = digestOf(control)
  const [algorithm, otherCause] = algorithmOf[read?.bytes.length ?? 0] ?? [null, null]
  if (read === null || algorithm === null) return []
  const causes = [...read.causes, ...(otherCause === null ? [] : [otherCause])].map(signatureCause).concat(tried.causes)
  const hash = (bytes: Uint8Array) => hashOnce(algorithm, bytes, 'buffer')
  // Two of the three targets need the same digest, one right after the other.
  let last: { readonly candidate: ControlCandidate; readonly digest: Buffer } | null = null
  const digestOfText = (candidate: ControlCandidate): Buffer => {
    if (last?.candidate !== candidate) last = { candidate, digest: hash(textOf(candidate, tried.secret)) }
    return last.digest
  }
  return [
    { causes, fits: (candidate) => sameDigest(digestOfText(candidate), read.bytes) },
    {
      causes: [...causes, signatureCause('hmac-for-sha-1')],
      fits: (candidate) => candidate.shape === null
        && sameDigest(createHmac(algorithm, tried.secret).update(textOf(candidate, '')).digest(), read.bytes),
    },
    {
      causes: [...causes, signatureCause('control-hashed-twice')],
      fits: (candidate) => {
        const once = digestOfText(candidate)
        return [once, Buffer.from(once.toString('hex'))].some((again) => sameDigest(hash(again), read.bytes))
      },
    },
  ]
}

/** A digest as openssl, sha1sum and similar commands print it: "SHA1(stdin)= 3f…", "3f… *stdin", "3f…  -". */
const printedDigest = /^(?:[\w-]{0,20} ?\([^()]{0,200}\) ?= ?)?([\da-f]{32,128})(?: [ *]\S[^\n]{0,200})?$/i

/** The digest that a control represents, and the mistakes in its notation. */
function digestOf(
  control: string,
): { readonly bytes: Buffer; readonly causes: readonly SignatureCauseId[] } | null {
  const trimmed = control.trim()
  const [, text = trimmed] = printedDigest.exec(trimmed) ?? []
  const notation: SignatureCauseId[] = text !== trimmed ? ['control-as-printed'] : text !== control ? ['control-with-spaces'] : []
  if (/^(?:[0-9a-fA-F]{2})+$/.test(text)) {
    return { bytes: Buffer.from(text, 'hex'), causes: [...notation, ...(/[A-F]/.test(text) ? ['upper-case-hex' as const] : [])] }
  }
  if (/^[A-Za-z0-9+/]{22,}={0,2}$/.test(text)) return { bytes: Buffer.from(text, 'base64'), causes: [...notation, 'control-base64'] }
  return null
}

/** The bytes that a candidate hashes: its text with the secret in the given shape. */
export function textOf({ before, after, shape, charset }: ControlCandidate, secret: string): Uint8Array {
  return bytesOf(before + (shape === null ? '' : shaped(secret, shape)) + after, charset)
}

function shaped(secret: string, shape: SecretShape): string {
  switch (shape) {
    case 'as-it-is': return secret
    case 'line-end': return `${secret}\n`
    case 'carriage-return': return `${secret}\r`
    case 'carriage-return-line-end': return `${secret}\r\n`
    case 'space-behind': return `${secret} `
    case 'space-before': return ` ${secret}`
    case 'trimmed': return secret.trim()
    case 'byte-order-mark': return `\ufeff${secret}`
    case 'lower-case': return secret.toLowerCase()
    case 'upper-case': return secret.toUpperCase()
    case 'twice': return secret + secret
    case 'quoted': return `"${secret}"`
  }
}
