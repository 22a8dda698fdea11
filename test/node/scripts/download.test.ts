import { createHash, randomBytes } from 'node:crypto'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { download, Refused, type Progress } from '../../../resources/scripts/electron/download.ts'
import { fetchArchive } from '../../../resources/scripts/electron/fetch.ts'

const content = randomBytes(3_000_000)
const folder = mkdtempSync(join(tmpdir(), 'download-'))
const file = join(folder, 'electron.zip')
const servers: Server[] = []

afterEach(async () => {
  vi.unstubAllEnvs()
  vi.restoreAllMocks()
  for (const server of servers.splice(0)) {
    server.closeAllConnections()
    await new Promise((resolve) => { server.close(resolve) })
  }
  rmSync(folder, { recursive: true, force: true })
})

async function serve(listener: RequestListener): Promise<string> {
  const server = createServer(listener)
  servers.push(server)
  await new Promise<void>((resolve) => { server.listen(0, '127.0.0.1', resolve) })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

/** Serves the content with ranges; the first `cuts` replies break off in the middle. Returns the requested ranges. */
function ranges(cuts: number, tag = () => '"one"'): { listener: RequestListener, requestedRanges: (string | undefined)[] } {
  const requestedRanges: (string | undefined)[] = []
  const listener: RequestListener = (request, reply) => {
    requestedRanges.push(request.headers.range)
    const wanted = request.headers['if-range'] === tag() ? /bytes=(\d+)-/.exec(request.headers.range ?? '') : null
    const start = Number(wanted?.[1] ?? 0)
    reply.writeHead(wanted ? 206 : 200, { 'etag': tag(), 'content-length': content.length - start })
    if (requestedRanges.length > cuts) reply.end(content.subarray(start))
    else reply.write(content.subarray(start, start + 1_000_000), () => { reply.socket?.end() })
  }
  return { listener, requestedRanges }
}

const direct = { env: {}, stallMs: 2_000 }

describe('a download', () => {
  it('reports its progress, up to the end', async () => {
    const { listener } = ranges(0)
    const seen: Progress[] = []
    await download(`${await serve(listener)}/x.zip`, file, { ...direct, onProgress: (progress) => seen.push(progress) })
    expect(readFileSync(file).equals(content)).toBe(true)
    expect(seen.at(-1)).toEqual({ received: content.length, total: content.length })
  })

  it('that breaks off continues at its position', async () => {
    const { listener, requestedRanges } = ranges(2)
    await download(`${await serve(listener)}/x.zip`, file, direct)
    expect(readFileSync(file).equals(content)).toBe(true)
    expect(requestedRanges).toHaveLength(3)
    expect(requestedRanges[0]).toBeUndefined()
    expect(requestedRanges.slice(1)).toEqual([expect.stringMatching(/^bytes=[1-9]\d*-$/), expect.stringMatching(/^bytes=[1-9]\d*-$/)])
  })

  it('that was given up is continued at the next start', async () => {
    const { listener, requestedRanges } = ranges(1)
    const url = `${await serve(listener)}/x.zip`
    await expect(download(url, file, { ...direct, resumes: 0 })).rejects.toThrow()
    expect(existsSync(file)).toBe(false)
    await download(url, file, { ...direct, resumes: 0 })
    expect(readFileSync(file).equals(content)).toBe(true)
    expect(requestedRanges[1]).toMatch(/^bytes=[1-9]/)
  })

  it('of a file that has changed in the meantime starts again', async () => {
    let version = 0
    const { listener } = ranges(1, () => `"${version += 1}"`)
    const url = `${await serve(listener)}/x.zip`
    await download(url, file, direct)
    expect(readFileSync(file).equals(content)).toBe(true)
  })

  it('that stalls is given up in time', async () => {
    const url = await serve((_request, reply) => { reply.writeHead(200, { 'content-length': 1000 }).write('a') })
    await expect(download(`${url}/x.zip`, file, { ...direct, stallMs: 200, resumes: 0 })).rejects.toThrow(/timeout/i)
  })

  it('that the server refuses is not repeated', async () => {
    let requestedRanges = 0
    const url = await serve((_request, reply) => {
      requestedRanges += 1
      reply.writeHead(404).end('no')
    })
    await expect(download(`${url}/x.zip`, file, direct)).rejects.toThrow(Refused)
    expect(requestedRanges).toBe(1)
  })

  it('goes through the proxy of the environment, or of npm', async () => {
    for (const name of ['HTTP_PROXY', 'npm_config_proxy']) {
      const tunnels: string[] = []
      const proxy = createServer()
      servers.push(proxy)
      proxy.on('connect', (request, socket) => {
        tunnels.push(request.url ?? '')
        socket.end('HTTP/1.1 403 Forbidden\r\n\r\n')
      })
      proxy.on('request', (request, reply) => {
        tunnels.push(request.url ?? '')
        reply.writeHead(403).end()
      })
      await new Promise<void>((resolve) => { proxy.listen(0, '127.0.0.1', resolve) })
      const env = { [name]: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}` }
      await expect(download('http://files.invalid/x.zip', file, { ...direct, env })).rejects.toThrow()
      expect(tunnels.join()).toContain('files.invalid')
    }
  })
})

describe('Electron’s archive', () => {
  const name = `electron-v45.0.0-${process.platform}-${process.arch}.zip`
  const checksum = createHash('sha256').update(content).digest('hex')
  const options = {
    version: '45.0.0', checksums: { [name]: checksum }, cacheRoot: join(folder, 'cache'), partialFolder: join(folder, 'partial'),
  }

  it('comes from the mirror that the environment names, and the second time from the cache', async () => {
    const paths: string[] = []
    const { listener } = ranges(1)
    const mirror = await serve((request, reply) => {
      paths.push(request.url ?? '')
      listener(request, reply)
    })
    vi.stubEnv('ELECTRON_MIRROR', `${mirror}/mirror/`)
    vi.spyOn(process.stdout, 'write').mockReturnValue(true)
    expect(readFileSync(await fetchArchive(options)).equals(content)).toBe(true)
    expect(paths).toEqual([`/mirror/v45.0.0/${name}`, `/mirror/v45.0.0/${name}`])
    expect(readFileSync(await fetchArchive(options)).equals(content)).toBe(true)
    expect(paths).toHaveLength(2)
  })

  it('with a wrong checksum is refused, and downloaded again the next time', async () => {
    let served = Buffer.from('something else')
    vi.stubEnv('ELECTRON_MIRROR', `${await serve((_request, reply) => { reply.end(served) })}/`)
    vi.spyOn(process.stdout, 'write').mockReturnValue(true)
    await expect(fetchArchive(options)).rejects.toThrow()
    served = content
    expect(readFileSync(await fetchArchive(options)).equals(content)).toBe(true)
  })
})
