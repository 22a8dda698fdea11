import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { baseString } from '#shared/gateway/signing/oauth.ts'
import { oauthOf, random, rightRequest, secret, signedHttp, testKey } from '../../support/inspector/random-requests.ts'

let folder: string
beforeAll(() => { folder = mkdtempSync(join(tmpdir(), 'gateway-console-inspect-')) })
afterAll(() => { rmSync(folder, { recursive: true, force: true }) })

const alone = resolve(import.meta.dirname, '../../../electron/inspector/cli.ts')

function inspect(...given: string[]) {
  const { stdout, stderr, status } = spawnSync(process.execPath, [alone, ...given], {
    encoding: 'utf8', env: { ...process.env, MERCHANT_CONTROL: secret, OF_WINDOWS: `${secret}\r`, EMPTY: '' },
  })
  return { status, stderr, printed: stdout === '' ? null : JSON.parse(stdout) as Record<string, unknown> }
}

function file(name: string, text: string | Buffer): string {
  const path = join(folder, name)
  writeFileSync(path, text)
  return path
}

describe('npm run -s inspect', () => {
  it('names the given secret and key, as it knows no profile', () => {
    const url = 'https://gate.example/gw/api/v2/get-card-info/22903'
    const control = createHash('sha1').update('shop1000001another secret').digest('hex')
    const body = `login=shop&cardrefid=1000001&control=${control}`
    const bySecret = inspect('--file', file('other-secret.txt', `POST ${url}\n\n${body}`), '--secret-env', 'MERCHANT_CONTROL')
    expect(bySecret.printed).toMatchObject({ suspicion: { id: 'other-secret', explanation: expect.stringContaining('the secret that was given') } })
    const next = random(11)
    const request = rightRequest('create-card-ref-v4', next)
    const oauth = oauthOf(next)
    const signed = signedHttp(request, oauth, baseString('POST', request.url, [...request.pairs, ...oauth]), testKey(2048))
    const publicKey = file('known.pem', testKey(2048).publicKey.export({ type: 'spki', format: 'pem' }))
    const byKey = inspect('--file', file('unknown-key.txt', signed), '--public-key', publicKey)
    expect(byKey.printed).toMatchObject({ suspicion: { id: 'unknown-key', fix: expect.stringContaining('sign with one of them') } })
    for (const { printed } of [bySecret, byKey]) expect(JSON.stringify(printed)).not.toContain('this profile')
  })

  it('prints the control that a ticket should have had', () => {
    const control = createHash('sha1').update(`22903shopA1100000110.15USD${secret}`).digest('hex')
    const body = `client_orderid=A1&login=shop&cardrefid=1000001&order_desc=Coat&amount=10.15&currency=USD&control=${control}`
    const path = file('control.txt', `curl 'https://gate.example/gw/api/v2/make-rebill-sale/22903' -d '${body}'\n`)
    const { status, printed } = inspect('--file', path, '--secret-env', 'MERCHANT_CONTROL')
    expect(status).toBe(0)
    expect(printed).toMatchObject({
      verdict: 'explained',
      causes: [{ id: 'major-units', explanation: expect.any(String), fix: expect.any(String) }],
      expected: { controlText: '22903shopA110000011015USD{merchant_control}' },
    })
    expect(JSON.stringify(printed)).not.toContain(secret)
  })

  it('finds an amount in yen right by the currency of the endpoint, and refuses a currency that it does not know', () => {
    const control = createHash('sha1').update(`22903A11015zoe@example.com${secret}`).digest('hex')
    const body = `client_orderid=A1&order_desc=Coat&amount=1015&email=zoe@example.com&control=${control}`
    const path = file('yen.txt', `POST https://gate.example/gw/api/v2/sale/22903\n\n${body}`)
    const by = (currency: string) => inspect('--file', path, '--secret-env', 'MERCHANT_CONTROL', '--currency', currency)
    expect(by('JPY').printed).toMatchObject({ expected: { controlText: '22903A11015zoe@example.com{merchant_control}' } })
    for (const unknown of ['jpy', 'XYZ', '']) {
      expect(by(unknown)).toMatchObject({ status: 2, printed: null, stderr: expect.stringContaining(`Unknown currency: ${unknown}.`) })
    }
  })

  it('does not report a line end after the secret in the environment variable if the control is correct', () => {
    const control = createHash('sha1').update(`shop1000001${secret}`).digest('hex')
    const path = file('right.txt', `POST https://gate.example/gw/api/v2/get-card-info/22903\n\nlogin=shop&cardrefid=1000001&control=${control}`)
    expect(inspect('--file', path, '--secret-env', 'OF_WINDOWS').printed).toMatchObject({ verdict: 'valid', causes: [] })
  })

  it('uses the given operation and endpoint if the path has neither', () => {
    const control = createHash('sha1').update(`22903shopA110000011015USD${secret}`).digest('hex')
    const path = file('moved.txt', `POST https://gate.example/moved\n\nclient_orderid=A1&login=shop&cardrefid=1000001&amount=10.15&currency=USD&control=${control}\n`)
    const given = ['--file', path, '--secret-env', 'MERCHANT_CONTROL']
    expect(inspect(...given).printed).toMatchObject({ verdict: 'unexplained', findings: [{ id: 'operation-unknown' }] })
    expect(inspect(...given, '--operation', 'recurrent-payment', '--endpoint', '22903').printed).toMatchObject({ verdict: 'valid' })
  })

  it('checks a signature with the public key', () => {
    const key = testKey(2048)
    const next = random(11)
    const request = rightRequest('create-card-ref-v4', next)
    const oauth = oauthOf(next)
    const right = baseString('POST', request.url, [...request.pairs, ...oauth])
    const pem = file('key.pem', key.publicKey.export({ type: 'spki', format: 'pem' }))
    const valid = inspect('--file', file('valid.txt', signedHttp(request, oauth, right, key)), '--public-key', pem)
    expect(valid.printed).toMatchObject({ verdict: 'valid', causes: [], expected: { baseString: right } })
    // As Windows PowerShell writes a file with ">".
    const asUtf16 = (name: string, text: string) => file(name, Buffer.from(`\ufeff${text}`, 'utf16le'))
    const [request16, pem16] = [asUtf16('valid16.txt', signedHttp(request, oauth, right, key)), asUtf16('key16.pem', readFileSync(pem, 'utf8'))]
    expect(inspect('--file', request16, '--public-key', pem16).printed).toMatchObject({ verdict: 'valid' })
    const wrong = inspect('--file', file('wrong.txt', signedHttp(request, oauth, `${right}\n`, key)), '--public-key', pem)
    expect(wrong.printed).toMatchObject({ verdict: 'explained', causes: [{ id: 'line-end-at-end' }] })
  })

  it('refuses invalid arguments with a sentence, such as a private key', () => {
    const { privateKey } = testKey(2048)
    const path = file('any.txt', 'POST https://gate.example/\n\na=1')
    const pem = file('private.pem', privateKey.export({ type: 'pkcs8', format: 'pem' }))
    for (const given of [[], ['--file', join(folder, 'none')], ['--file', path, '--operation', 'nonsense'],
      ['--file', path, '--secret-env', 'NOT_SET_AT_ALL'], ['--file', path, '--secret-env', 'EMPTY'], ['--file', path, '--public-key', pem], ['--nonsense']]) {
      const { status, stderr, printed } = inspect(...given)
      expect({ given, status, printed }).toEqual({ given, status: 2, printed: null })
      expect(stderr).toMatch(/\.\s/)
    }
  })
})
