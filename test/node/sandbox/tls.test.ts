import { X509Certificate } from 'node:crypto'
import { connect } from 'node:net'
import { describe, expect, it } from 'vitest'
import { faultKinds } from '../../../electron/sandbox/faults/faults.ts'
import { createServerCertificate } from '../../../electron/sandbox/http/server-certificate.ts'
import { api, charge, firstOrder, status } from './calls.ts'
import { form, send, signed } from './wire.ts'
import { sandbox } from './with-sandbox.ts'

const now = Date.now()
const made = createServerCertificate(['gate.test', '::1'], now)

async function overTls() {
  const certificate = await made
  return { at: await sandbox({ certificate }), ca: certificate.certificate }
}

describe('a sandbox with https', () => {
  it('is trusted by its certificate only', async () => {
    const { at, ca } = await overTls()
    expect(at.url).toMatch(/^https:\/\/127\.0\.0\.1:\d+$/)
    const { path, pairs } = status(firstOrder)
    for (const url of [at.url, at.url.replace('127.0.0.1', 'localhost')]) {
      expect((await send(api({ url }, path), form(pairs), { ca })).fields.status).toBe('approved')
    }
    await expect(send(api(at, path), form(pairs))).rejects.toThrow(/self-signed/)
    const other = await createServerCertificate([], now)
    await expect(send(api(at, path), form(pairs), { ca: other.certificate })).rejects.toThrow(/self-signed/)
  })

  it('checks base strings with https, not with http', async () => {
    const { at, ca } = await overTls()
    const url = api(at, '/v4/create-card-ref/1001')
    const right = signed(url, Object.entries(firstOrder))
    expect((await send(url, right.body, { authorization: right.authorization, ca })).fields.status).toBe('approved')
    const wrong = signed(url, Object.entries(firstOrder), { signedUrl: url.replace('https', 'http') })
    const reply = await send(url, wrong.body, { authorization: wrong.authorization, ca })
    expect(reply).toMatchObject({ status: 403, body: expect.stringContaining(`the URL ${url}.`) })
  })

  it.each(faultKinds.filter((kind) => kind.startsWith('reset')))('resets connections as without https: %s', async (kind) => {
    const { at, ca } = await overTls()
    at.armFault({ kind, operation: null, times: 1, delayMs: 0 })
    const { path, pairs } = charge()
    await expect(send(api(at, path), form(pairs), { ca })).rejects.toMatchObject({ code: 'ECONNRESET' })
    const query = status({ client_orderid: 'order-1' })
    const { fields } = await send(api(at, query.path), form(query.pairs), { ca })
    expect(fields.type).toBe(kind === 'reset-after-reading' ? 'status-response' : 'validation-error')
    expect(at.defects).toEqual([])
  })

  it('is not stopped by plain http or by connections that end immediately', async () => {
    const { at, ca } = await overTls()
    const plain = at.url.replace('https', 'http')
    await expect(send(plain, 'x')).rejects.toThrow()
    for (const bytes of ['', '\x16\x03\x01', 'GET / HTTP/1.1\r\n\r\n']) {
      await new Promise<void>((resolve) => {
        const socket = connect(Number(new URL(at.url).port), '127.0.0.1', () => { socket.end(bytes) })
        socket.on('error', () => undefined).on('close', () => { resolve() }).resume()
      })
    }
    const { path, pairs } = status(firstOrder)
    expect((await send(api(at, path), form(pairs), { ca })).fields.status).toBe('approved')
    expect(at.defects).toEqual([])
  })
})

describe('its certificate', () => {
  it('is for this computer and the given hosts, not an authority, and valid for 90 days', async () => {
    const certificate = new X509Certificate((await made).certificate)
    expect(certificate.subjectAltName).toBe('DNS:localhost, IP Address:127.0.0.1, DNS:gate.test, IP Address:0:0:0:0:0:0:0:1')
    expect(certificate.ca).toBe(false)
    expect(certificate.verify(certificate.publicKey)).toBe(true)
    expect(Date.parse(certificate.validFrom)).toBeLessThan(now)
    expect(Math.round((Date.parse(certificate.validTo) - now) / 86_400_000)).toBe(90)
  })

  it('differs each time', async () => {
    const [one, other] = await Promise.all([createServerCertificate([], now), createServerCertificate([], now)])
    const [read, readOther] = [new X509Certificate(one.certificate), new X509Certificate(other.certificate)]
    expect(read.publicKey.equals(readOther.publicKey)).toBe(false)
    expect(read.serialNumber).not.toBe(readOther.serialNumber)
  })
})
