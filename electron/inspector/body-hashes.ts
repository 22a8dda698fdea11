import { createHash } from 'node:crypto'

/** The digests of a body that libraries sign as `oauth_body_hash`. */
export function bodyHashes(body: string): string[] {
  return ['sha256', 'sha1'].flatMap((algorithm) => [body, ''].map((text) => createHash(algorithm).update(text).digest('base64')))
}
