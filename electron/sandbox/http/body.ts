import type { IncomingMessage } from 'node:http'

/** Enough for two fields of 64k with every byte percent-encoded. */
const mostBodyBytes = 1_048_576

export type ReadBody =
  | { readonly kind: 'read'; readonly text: string }
  | { readonly kind: 'too-large' }
  | { readonly kind: 'lost' }

/** Reads a request's body up to the limit; `lost` if the sender disconnected. Never rejects. */
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
