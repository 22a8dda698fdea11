import { randomBytes } from 'node:crypto'
import { readdirSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { extname, join } from 'node:path'
import { bundlePath } from './address.ts'
import { pageHeaders } from './policy.ts'

const contentTypes: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.woff2': 'font/woff2',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
}

/**
 * Creates the handler of the app:// scheme. It serves only the files that `folder` contains now: the path is looked up
 * in the list of these files, never joined to a folder.
 */
export function servePageFiles(folder: string): (request: Request) => Promise<Response> {
  const files = new Map(filesIn(folder, '').map((path) => [path, join(folder, path)]))

  return async (request) => {
    const nonce = randomBytes(16).toString('base64')
    const path = bundlePath(request.url)
    // SECURITY: an allow-list, so no path leads out of the folder.
    const file = path === null || request.method !== 'GET' ? undefined : files.get(path)
    if (file === undefined) return new Response('There is nothing here.', { status: 404, headers: pageHeaders(nonce) })
    const type = contentTypes[extname(file)] ?? 'application/octet-stream'
    const headers = { ...pageHeaders(nonce), 'content-type': type }
    return extname(file) === '.html'
      ? new Response(withNonce(await readFile(file, 'utf8'), nonce), { headers })
      : new Response(new Uint8Array(await readFile(file)), { headers })
  }
}

/** Adds the nonce of this load for the page's own scripts. Browsers hide it from selectors and from other pages. */
function withNonce(html: string, nonce: string): string {
  return html.replace('<head>', `<head>\n    <meta property="csp-nonce" nonce="${nonce}" />`)
}

/** Paths as in an address (`/assets/index.js`). Recursive, as Electron's archive cannot list a tree at once. */
function filesIn(folder: string, below: string): string[] {
  return readdirSync(join(folder, below), { withFileTypes: true }).flatMap((entry) => {
    const path = `${below}/${entry.name}`
    return entry.isDirectory() ? filesIn(folder, path) : [path]
  })
}
