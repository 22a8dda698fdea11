/** A client's side of the wire, written from the interface document alone, without any code of the product. */
import { createHash, generateKeyPairSync, sign } from 'node:crypto'
import { request as httpRequest } from 'node:http'
import { request as httpsRequest } from 'node:https'

export type Pairs = readonly (readonly [string, string])[]

const makeKeys = () => generateKeyPairSync('rsa', {
  modulusLength: 2048,
  publicKeyEncoding: { type: 'spki', format: 'pem' },
  privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
})
export const keys = makeKeys()
export const otherKeys = makeKeys()

export interface Reply {
  readonly status: number
  readonly contentType: string
  readonly body: string
  /** The target of a redirect. */
  readonly location?: string
  /** Decoded, without the line feeds. */
  readonly fields: Readonly<Record<string, string>>
}

export interface Sending {
  readonly method?: string
  readonly contentType?: string
  readonly authorization?: string | string[]
  readonly host?: string
  /** The certificate that is trusted, for https. */
  readonly ca?: string
}

/** Sends one request on its own connection. Rejects with the error that breaks the connection. */
export function send(url: string, body: string, { method = 'POST', contentType, authorization, host, ca }: Sending = {}): Promise<Reply> {
  return new Promise((resolve, reject) => {
    const request = (url.startsWith('https:') ? httpsRequest : httpRequest)(url, {
      method, agent: false, ...(ca !== undefined && { ca }),
      headers: {
        'content-type': contentType ?? 'application/x-www-form-urlencoded',
        ...(method !== 'GET' && { 'content-length': Buffer.byteLength(body) }),
        ...(authorization !== undefined && { authorization: authorization as string }),
        ...(host !== undefined && { host }),
      },
    }, (response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.on('error', reject)
      response.on('end', () => {
        const text = Buffer.concat(chunks).toString()
        resolve({
          ...(response.headers.location !== undefined && { location: response.headers.location }),
          status: response.statusCode ?? 0, contentType: response.headers['content-type'] ?? '', body: text,
          fields: Object.fromEntries([...new URLSearchParams(text)].map(([name, value]) => [name, value.trimEnd()])),
        })
      })
    })
    request.on('error', reject)
    request.end(method === 'GET' ? undefined : body)
  })
}

function encode(text: string): string {
  return encodeURIComponent(text).replace(/[!'()*]/g, (letter) => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`)
}

export function form(pairs: Pairs): string {
  return pairs.map(([name, value]) => `${encode(name)}=${encode(value)}`).join('&')
}

export function sha1(...values: string[]): string {
  return createHash('sha1').update(values.join('')).digest('hex')
}

/** The pairs with some replaced, left out (null) or added. */
export function changed(pairs: Pairs, changes: Readonly<Record<string, string | null>>): Pairs {
  const kept = pairs.flatMap(([name, value]) => {
    const change = changes[name]
    return change === null ? [] : [[name, change ?? value] as const]
  })
  const added = Object.entries(changes).flatMap(([name, value]) =>
    value === null || pairs.some(([known]) => known === name) ? [] : [[name, value] as const])
  return [...kept, ...added]
}

let nonces = 0
export function oauthPairs(): Pairs {
  nonces += 1
  return [
    ['oauth_consumer_key', 'sandbox-merchant'], ['oauth_nonce', `nonce-${nonces}-${process.hrtime.bigint()}`],
    ['oauth_signature_method', 'RSA-SHA256'], ['oauth_timestamp', '1795167667'], ['oauth_version', '1.0'],
  ]
}

export function baseString(url: string, parameters: Pairs, method = 'POST'): string {
  const encoded = parameters.map(([name, value]) => [encode(name), encode(value)] as const)
  encoded.sort(([a, x], [b, y]) => a === b ? (x < y ? -1 : 1) : a < b ? -1 : 1)
  return [method, url, encoded.map((pair) => pair.join('=')).join('&')].map(encode).join('&')
}

export function rsa(text: string, privateKey = keys.privateKey): Buffer {
  return sign('sha256', Buffer.from(text), privateKey)
}

function header(pairs: Pairs, separator = ', '): string {
  return `OAuth ${pairs.map(([name, value]) => `${encode(name)}="${encode(value)}"`).join(separator)}`
}

export interface Signed {
  readonly body: string
  readonly authorization: string
}

/** A correctly signed request, or one that differs from it in the named points. */
export function signed(url: string, own: Pairs, {
  oauth = oauthPairs(), inHeader = oauth, inBody = oauth, privateKey = keys.privateKey, separator = ', ',
  signedUrl = url, realm = '', signature = (text: string) => rsa(text, privateKey).toString('base64'),
}: {
  oauth?: Pairs; inHeader?: Pairs; inBody?: Pairs; privateKey?: string; separator?: string
  signedUrl?: string; realm?: string; signature?: (text: string) => string
} = {}): Signed {
  const value = signature(baseString(signedUrl, [...own, ...oauth]))
  const parameters = header([...inHeader, ['oauth_signature', value]], separator)
  return {
    body: form([...own, ...inBody]),
    authorization: realm === '' ? parameters : parameters.replace('OAuth ', `OAuth realm="${realm}"${separator}`),
  }
}
