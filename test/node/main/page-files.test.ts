import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { servePageFiles } from '../../../electron/main/page/files.ts'

const folder = mkdtempSync(join(tmpdir(), 'page-'))
const page = join(folder, 'renderer')
let answer: (request: Request) => Promise<Response>

beforeAll(() => {
  mkdirSync(join(page, 'assets'), { recursive: true })
  writeFileSync(join(page, 'index.html'), '<!doctype html>\n<html>\n  <head>\n  </head>\n</html>')
  writeFileSync(join(page, 'assets', 'index-1.js'), 'export {}')
  writeFileSync(join(folder, 'secret.txt'), 'SECRET')
  symlinkSync(folder, join(page, 'above'))
  answer = servePageFiles(page)
})
afterAll(() => { rmSync(folder, { recursive: true, force: true }) })

const get = (url: string, method = 'GET') => answer(new Request(url, { method }))

const directives = (response: Response) => new Map((response.headers.get('content-security-policy') ?? '').split('; ')
  .map((directive): [string, string] => [directive.split(' ', 1)[0]!, directive.slice(directive.indexOf(' ') + 1)]))

describe('the files of the page', () => {
  it('are served with their types, without type sniffing', async () => {
    const script = await get('app://bundle/assets/index-1.js')
    expect(script.status).toBe(200)
    expect(await script.text()).toBe('export {}')
    expect(script.headers.get('content-type')).toBe('text/javascript; charset=utf-8')
    expect(script.headers.get('x-content-type-options')).toBe('nosniff')
  })

  it.each([
    'app://bundle/../secret.txt',
    'app://bundle/assets/../../secret.txt',
    'app://bundle/..%2fsecret.txt',
    'app://bundle/%2e%2e/secret.txt',
    'app://bundle/%2e%2e%2fsecret.txt',
    'app://bundle/assets/..%2f..%2fsecret.txt',
    'app://bundle/..\\secret.txt',
    'app://bundle/..%5csecret.txt',
    'app://bundle/above/secret.txt',
    'app://bundle//secret.txt',
    'app://bundle/index.html%00.js',
    'app://bundle/%',
    'app://bundle/assets',
    'app://bundle/',
    'app://bundle/__proto__',
    'app://other/index.html',
    'app://bundle.example/index.html',
    'https://bundle/index.html',
  ])('are the only files: %s has an empty reply', async (url) => {
    const response = await get(url)
    expect(response.status).toBe(404)
    expect(await response.text()).toBe('There is nothing here.')
    expect(directives(response).get('default-src')).toBe("'none'")
  })

  it.each(['POST', 'PUT', 'DELETE', 'HEAD'])('are served for GET only, not for %s', async (method) => {
    expect((await get('app://bundle/index.html', method)).status).toBe(404)
  })
})

describe('the policy of the page', () => {
  it('allows scripts of the own origin, no network, no frames, and never text as code', async () => {
    const policy = directives(await get('app://bundle/index.html'))
    expect(policy.get('default-src')).toBe("'none'")
    expect(policy.get('script-src')).toBe("'self'")
    expect(policy.get('connect-src')).toBe("'none'")
    expect(policy.get('frame-ancestors')).toBe("'none'")
    expect(policy.get('require-trusted-types-for')).toBe("'script'")
    expect(policy.get('trusted-types')).toBe('vue')
    expect([...policy.values()].join(' ')).not.toMatch(/unsafe|data:|blob:|https?:|\*/)
  })

  it('has a nonce for style elements, which the page receives, new at each load', async () => {
    const loads = await Promise.all([get('app://bundle/index.html'), get('app://bundle/index.html')])
    const nonces = await Promise.all(loads.map(async (response) => {
      const nonce = /'nonce-([A-Za-z0-9+/=]+)'/.exec(directives(response).get('style-src') ?? '')?.[1]
      expect(await response.text()).toContain(`<meta property="csp-nonce" nonce="${nonce}" />`)
      expect(Buffer.from(nonce!, 'base64')).toHaveLength(16)
      return nonce
    }))
    expect(nonces[0]).not.toBe(nonces[1])
  })
})
