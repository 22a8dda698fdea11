// A download with progress and a time limit that continues an interrupted one.
import { existsSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { mkdir, open } from 'node:fs/promises'
import { dirname } from 'node:path'
import { EnvHttpProxyAgent, interceptors, request, type Dispatcher } from 'undici'
import { renamePatiently } from '../../../electron/common/files/rename.ts'

/** The progress of a download, in bytes; `total` is null if the server does not send it. */
export interface Progress {
  readonly received: number
  readonly total: number | null
}

export interface DownloadOptions {
  readonly onProgress?: (progress: Progress) => void
  /** Milliseconds without a byte after which an attempt is aborted. */
  readonly stallMs?: number
  /** The most continuations after interruptions. */
  readonly resumes?: number
  readonly env?: NodeJS.ProcessEnv
}

/** The server refuses the file: another attempt would give the same result. */
export class Refused extends Error {}

/**
 * Downloads `url` to `file` through `file.partial`, which stays if the download is interrupted: the next call
 * continues it, unless the file has changed on the server. Proxies come from the environment, including npm's
 * settings. Rejects with the last reason; `Refused` if the server answered with an error.
 */
export async function download(url: string, file: string, options: DownloadOptions = {}): Promise<void> {
  const { resumes = 3 } = options
  await mkdir(dirname(file), { recursive: true })
  const dispatcher = proxied(options).compose(interceptors.redirect({ maxRedirections: 5 }))
  for (let attempt = 0; ; attempt += 1) {
    const before = sizeOf(`${file}.partial`)
    try {
      await continueDownload(dispatcher, url, file, options)
      return
    } catch (error) {
      // An attempt without any progress is not repeated.
      if (error instanceof Refused || attempt >= resumes || sizeOf(`${file}.partial`) <= before) throw error
    }
  }
}

function proxied({ env = process.env, stallMs = 20_000 }: DownloadOptions): EnvHttpProxyAgent {
  const any = env.npm_config_proxy
  return new EnvHttpProxyAgent({
    httpProxy: env.http_proxy ?? env.HTTP_PROXY ?? any ?? '',
    httpsProxy: env.https_proxy ?? env.HTTPS_PROXY ?? env.npm_config_https_proxy ?? any ?? '',
    noProxy: env.no_proxy ?? env.NO_PROXY ?? env.npm_config_noproxy ?? '',
    connect: { timeout: stallMs },
    headersTimeout: stallMs,
    bodyTimeout: stallMs,
  })
}

async function continueDownload(
  dispatcher: Dispatcher, url: string, file: string, options: DownloadOptions,
): Promise<void> {
  const partial = `${file}.partial`
  const tagFile = `${partial}.tag`
  const tag = existsSync(tagFile) ? readFileSync(tagFile, 'utf8') : ''
  const start = tag === '' ? 0 : sizeOf(partial)
  const headers = start > 0 ? { 'range': `bytes=${start}-`, 'if-range': tag } : {}
  const reply = await request(url, { dispatcher, headers })
  if (reply.statusCode !== 200 && reply.statusCode !== 206) {
    await reply.body.dump().catch(() => undefined)
    // The partial file does not fit the server's file.
    if (reply.statusCode === 416) removePartial(file)
    throw new Refused(`the server answered HTTP ${reply.statusCode}`)
  }
  const from = reply.statusCode === 206 ? start : 0
  writeFileSync(tagFile, String(reply.headers.etag ?? ''))
  const length = Number(reply.headers['content-length'] ?? Number.NaN)
  const total = Number.isNaN(length) ? null : from + length
  let received = from
  // Received data is written before the next part is read, so that an interruption loses nothing.
  const output = await open(partial, from > 0 ? 'a' : 'w')
  try {
    for await (const chunk of reply.body as AsyncIterable<Buffer>) {
      await output.writeFile(chunk)
      received += chunk.length
      options.onProgress?.({ received, total })
    }
  } finally {
    await output.close()
  }
  if (total !== null && received !== total) throw new Error(`it broke off after ${received} of ${total} bytes`)
  await renamePatiently(partial, file)
  rmSync(tagFile, { force: true })
}

function removePartial(file: string): void {
  rmSync(`${file}.partial`, { force: true })
  rmSync(`${file}.partial.tag`, { force: true })
}

const sizeOf = (path: string): number => statSync(path, { throwIfNoEntry: false })?.size ?? 0
