import { beforeAll, describe, expect, it } from 'vitest'
import { operations } from '#shared/gateway/operations/operations.ts'
import { baseString } from '#shared/gateway/signing/oauth.ts'
import type { Pair } from '#shared/gateway/encoding/form.ts'
import { diagnose, known, oauthOf, random, rightRequest, secret, signedHttp, testKey, type TestKey } from '../../support/inspector/random-requests.ts'

let key: TestKey
beforeAll(() => { key = testKey() })

const at = Date.UTC(2026, 10, 21, 12, 0, 0)

function signedAt(moment: number): string {
  const next = random(3)
  const request = rightRequest('create-card-ref-v4', next)
  const oauth = oauthOf(next).map(([name, value]): Pair => [name, name === 'oauth_timestamp' ? String(moment / 1_000) : value])
  return signedHttp(request, oauth, baseString('POST', request.url, [...request.pairs, ...oauth]), key)
}
const replyOf = (moment: number) => `\n\nHTTP/1.1 403 Forbidden\nDate: ${new Date(moment).toUTCString()}\n\n`

describe('the clock that signed', () => {
  const diagnosed = async (text: string, now = at) => await diagnose({ ...known(key), text, now })

  it('is compared with the Date of the reply, and does not affect the proof', async () => {
    const found = await diagnosed(signedAt(at - 432_000) + replyOf(at))
    expect(found.verdict).toBe('valid')
    expect(found.findings).toMatchObject([{ id: 'clock-skew', detail: expect.stringMatching(/^oauth_timestamp is 7 min 12 s behind the gateway's clock/) as string }])
    expect((await diagnosed(signedAt(at + 90_061_000) + replyOf(at))).findings[0]?.detail).toContain('1 d 1 h ahead of')
    expect((await diagnosed(signedAt(at - 60_000) + replyOf(at))).findings).toEqual([])
  })

  it('without a reply is wrong only if its time is in the future', async () => {
    expect((await diagnosed(signedAt(at - 9_000_000_000))).findings).toEqual([])
    expect((await diagnosed(signedAt(at + 120_000))).findings[0]?.detail).toContain('2 min ahead of the clock of this computer')
  })
})

it('a nonce that the history has is shown with time and entry', async () => {
  const nonces: string[] = []
  const text = signedAt(at)
  const found = await diagnose({
    ...known(key), text, now: at,
    nonceUse: async (nonce) => {
      nonces.push(nonce)
      return { operation: 'create-card-ref-v4', at: '2026-11-20T14:03:11.000Z' as never }
    },
  })
  expect(nonces).toEqual([/oauth_nonce="(\w+)"/.exec(text)?.[1]])
  expect(found).toMatchObject({ verdict: 'valid', findings: [{ id: 'nonce-seen', detail: expect.stringContaining('2026-11-20T14:03:11.000Z') as string }] })
})

describe('an unexplained control text', () => {
  const request = `POST https://gate.example/gw/api/v2/status/1 HTTP/1.1\n\nlogin=shop&client_orderid=inv-1&orderid=6768788`
  const sides = async (text: string) => (await diagnose({ ...known(null), text: `${request}\n\nControl text: ${text}` })).sides?.rows

  it('is shown beside ours, value by value, with the text between them', async () => {
    const values = operations.status.authentication.kind === 'control' ? operations.status.authentication.recipe.length : 0
    const rows = await sides('shop~~x~~inv-1{merchant_control}')
    expect(rows?.filter(({ part }) => part === 'value')).toHaveLength(values)
    expect(rows?.find(({ part }) => part === 'around')).toMatchObject({ theirs: '~~x~~', ours: null })
    expect(rows?.find(({ ours }) => ours === '6768788')).toMatchObject({ theirs: null, differs: true })
  })

  it('shows nothing that may be the secret', async () => {
    const rows = await sides(`shop~~x~~inv-1${secret}`)
    expect(rows?.some(({ theirs }) => theirs === 'inv-1')).toBe(true)
    expect(JSON.stringify(rows)).not.toContain(secret)
    expect(rows?.filter(({ part }) => part === 'around').map(({ theirs }) => theirs)).toEqual(['XXX', 'XXX'])
    expect(JSON.stringify(await sides(`shop~~x~~inv-1{merchant_control} = ${secret}`))).not.toContain(secret.slice(0, 8))
  })
})
