import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { parseForm } from '#shared/gateway/encoding/form.ts'
import { operations } from '#shared/gateway/operations/operations.ts'
import { baseStringOf, bodyWithOAuth, composeRequest, type RequestContext } from '#shared/gateway/requests/request.ts'
import { profileProblems } from '#shared/model/profiles/profile-rules.ts'
import { profileDraftSchema } from '#shared/model/profiles/profile.ts'
import { baseString } from '../sandbox/wire.ts'
import { answering, reply, startServer, type Received, type WireServer } from './servers.ts'
import { acceptedBody, testClient } from './support.ts'

let server: WireServer
beforeAll(async () => { server = await startServer(answering(reply(200, acceptedBody))) })
afterAll(async () => { await server.close() })

const identity = { consumerKey: 'acme', nonce: 'n', timestamp: '1795167667', method: 'RSA-SHA256' } as const
const values = { merchantOrderId: 'order-1', orderId: '7001' }
const operation = operations['status-v4']

/** A part between two slashes of a base URL: usual text, and everything known to have two spellings. */
const segment = fc.oneof(
  fc.stringMatching(/^[A-Za-z0-9._~-]{1,8}$/),
  fc.constantFrom('r v', '..', '.', '%2e%2E', '', 'Straße', '支付', '🛒', 'a\\b', 'a%2fb', 'a%2Fb', '%41', '100%', '%zz', 'a+b', 'a;b=c', 'a:b@c'),
  fc.string({ unit: fc.constantFrom(...' !"\'()*,[]^`{|}$&=~%é\t'), minLength: 1, maxLength: 6 }),
)
const ownPath = fc.array(fc.stringMatching(/^[A-Za-z0-9_~-]{1,8}$/), { minLength: 1, maxLength: 3 })
  .map((parts) => `/own/${parts.join('/')}/`)
const nobodyElse = { id: null, others: [] }
const host = fc.constantFrom('127.0.0.1', 'LocalHost', '127.1', '2130706433')

/** Profiles as the form creates them, without those that the rules refuse. */
const profile = fc.record({
  host,
  segments: fc.array(segment, { maxLength: 4 }),
  slashes: fc.constantFrom('', '/', '//'),
  productWord: fc.stringMatching(/^[A-Za-z0-9-]{1,40}$/),
  entryPoint: fc.record({
    kind: fc.constantFrom('endpoint', 'group'), id: fc.stringMatching(/^[A-Za-z0-9_-]{1,64}$/), currency: fc.constant('EUR'),
  }),
  path: fc.option(ownPath, { nil: undefined }),
}).map((drawn) => profileDraftSchema.safeParse({
  name: 'Loopback', environment: 'sandbox', productWord: drawn.productWord, login: 'acme', keyId: null,
  gateway: {
    kind: 'address', baseUrl: [`http://${drawn.host}:${server.port}`, ...drawn.segments].join('/') + drawn.slashes,
  },
  entryPoints: [drawn.entryPoint],
  switches: { paths: drawn.path === undefined ? {} : { 'status-v4': drawn.path } },
})).filter(({ data }) => data !== undefined && profileProblems(data, nobodyElse).length === 0).map(({ data }) => data!)

/** The base string as a gateway builds it: from the received bytes, without normalising the path. */
function baseStringOfReceived({ head, body }: Received): string {
  const [, method = '', target = ''] = /^(\S+) (.+) HTTP\/1\.1\r\n/.exec(head) ?? []
  const [, hostSeen = ''] = /^host: (.*)$/im.exec(head) ?? []
  return baseString(`http://${hostSeen.trim().toLowerCase()}${target}`, parseForm(body), method)
}

describe('the path that is signed is the path on the wire', () => {
  it('for every base URL, product word, path of an operation and entry point of a profile', async () => {
    const client = testClient()
    await fc.assert(fc.asyncProperty(profile, async ({ gateway, productWord, login, entryPoints, switches }) => {
      const [entryPoint] = entryPoints
      const baseUrl = gateway.kind === 'address' ? gateway.baseUrl : ''
      const context: RequestContext = { baseUrl, productWord, login, entryPoint: entryPoint!, switches }
      const request = composeRequest(operation, values, context)!
      server.received.length = 0
      const report = await client.send({
        operation: operation.id, url: request.url, authorization: 'OAuth oauth_version="1.0"',
        body: bodyWithOAuth(request, identity), productWord, asked: { merchantOrderId: 'order-1', orderId: null },
      })
      expect(report.httpStatus).toBe(200)
      expect(server.received.map(baseStringOfReceived)).toEqual([baseStringOf(request, identity)])
    }), { numRuns: 300 })
    await client.close()
  })

  it('with a raw space signed as the escape that is sent', () => {
    const context: RequestContext = {
      baseUrl: 'https://gate.example/r v', productWord: 'gw', login: 'acme', entryPoint: { kind: 'group', id: '1' },
      switches: profileDraftSchema.shape.switches.parse({}),
    }
    const request = composeRequest(operation, values, context)
    expect(request?.url).toBe('https://gate.example/r%20v/gw/api/v4/status/group/1')
  })
})
