/** The cost of signing compared with the unavoidable arithmetic, and with other libraries. */
import { createHash, createPrivateKey, generateKeyPairSync, hash, sign } from 'node:crypto'
import OAuth from 'oauth-1.0a'
import oauthSign from 'oauth-sign'
import type { Pair } from '#shared/gateway/encoding/form.ts'
import { authorizationHeader, baseString, oauthParameters, type OAuthIdentity } from '#shared/gateway/signing/oauth.ts'
import { operations } from '#shared/gateway/operations/operations.ts'
import { composeRequest, controlTextOf } from '#shared/gateway/requests/request.ts'
import { defaultSwitches } from '#shared/gateway/operations/switches.ts'
import { compare } from './ratio.ts'

const url = 'https://gateway.example/gw/api/v4/transfer/22903'
const fields: Pair[] = Array.from({ length: 45 }, (_, index): Pair => [`field_${index}`, `value ${index} äöü /?&=`])
const identity: OAuthIdentity = { consumerKey: 'merchant', nonce: '9f21c0aa', timestamp: '1795192470', method: 'RSA-SHA256' }
const parameters = [...fields, ...oauthParameters(identity)]

const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 4096 })
const key = createPrivateKey(privateKey.export({ type: 'pkcs8', format: 'pem' }))
const text = Buffer.from(baseString('POST', url, parameters))

compare('whole RSA-4096 header / raw crypto.sign',
  {
    name: 'whole header',
    run: () => authorizationHeader(identity, sign('sha256', Buffer.from(baseString('POST', url, parameters)), key).toString('base64')),
  },
  { name: 'crypto.sign', run: () => sign('sha256', text, key) })

const library = new OAuth({
  consumer: { key: 'merchant', secret: '' }, signature_method: 'RSA-SHA256', hash_function: () => '',
})
const data = Object.fromEntries(fields)
const oauthData = Object.fromEntries(oauthParameters(identity)) as unknown as OAuth.Data
const ours = { name: 'ours', run: () => baseString('POST', url, parameters) }
compare('base string, 45 fields / oauth-1.0a', ours,
  { name: 'oauth-1.0a', run: () => library.getBaseString({ url, method: 'POST', data }, oauthData) })
compare('base string, 45 fields / oauth-sign', ours,
  { name: 'oauth-sign', run: () => oauthSign.generateBase('POST', url, Object.fromEntries(parameters)) })

const request = composeRequest(operations['recurrent-payment'], {
  merchantOrderId: 'inv4097763', cardReference: '55889', orderDescription: 'Subscription', amount: '10.15', currency: 'USD',
  customerIpAddress: '203.0.113.9',
}, {
  baseUrl: 'https://gateway.example', productWord: 'gw', login: 'merchant',
  entryPoint: { kind: 'endpoint', id: '22903', currency: 'USD' }, switches: defaultSwitches,
})
if (request === null) throw new Error('the recurrent payment could not be composed')
const secret = 'made-up-secret'
const controlText = controlTextOf(request) + secret
compare('control of a charge, composed and hashed / crypto.hash alone',
  { name: 'composed and hashed', run: () => createHash('sha1').update(controlTextOf(request) + secret).digest('hex') },
  { name: 'crypto.hash', run: () => hash('sha1', controlText) })
