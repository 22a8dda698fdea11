import type { IncomingMessage } from 'node:http'

/** Two fields of 64k, three characters a byte when percent-encoded, and plenty of room. */
const mostBodyBytes = 1_048_576

export type ReadBody =
  | { readonly kind: 'read'; readonly text: string }
  | { readonly kind: 'too-large' }
  | { readonly kind: 'lost' }

/** Reads a request's body up to the limit; `lost` when the sender disconnected. It never throws. */
export function readBody(request: IncomingMessage): Promise<ReadBody> {
  return new Promise((resolve) => {
    if (Number(request.headers['content-length'] ?? '0') > mostBodyBytes) {
      resolve({ kind: 'too-large' })
      return
    }
    const chunks: Buffer[] = []
    let length = 0
    request.on('data', (chunk: Buffer) => {
      length += chunk.length
      if (length > mostBodyBytes) resolve({ kind: 'too-large' })
      else chunks.push(chunk)
    })
    request.on('end', () => { resolve({ kind: 'read', text: Buffer.concat(chunks).toString('utf8') }) })
    request.on('error', () => { resolve({ kind: 'lost' }) })
    request.on('close', () => { resolve({ kind: 'lost' }) })
  })
}
