/** Computes controls and signatures from given secrets and keys (§5.1, §5.2, addendum 4 and 5). */
import { createHash, createHmac, sign, type KeyObject } from 'node:crypto'
import { hmacKey } from '#shared/gateway/signing/oauth.ts'

/** SHA-1, lower-case hex, of the UTF-8 text followed by the control secret (§5.1). */
export function controlDigest(textBeforeSecret: string, secret: Buffer): string {
  return createHash('sha1').update(textBeforeSecret, 'utf8').update(secret).digest('hex')
}

/** RSASSA-PKCS1-v1_5 with SHA-256 over the base string, as Base64 (§5.2). */
export function rsaSha256(baseString: string, privateKey: KeyObject): string {
  return sign('sha256', Buffer.from(baseString), privateKey).toString('base64')
}

/** HMAC-SHA1 over the base string, as Base64; the key is both secrets, encoded, with `&` between (RFC 5849 3.4.2). */
export function hmacSha1(baseString: string, consumerSecret: Buffer, tokenSecret = ''): string {
  const key = Buffer.from(hmacKey(consumerSecret.toString('utf8'), tokenSecret))
  try {
    return createHmac('sha1', key).update(baseString, 'utf8').digest('base64')
  } finally {
    key.fill(0)
  }
}
