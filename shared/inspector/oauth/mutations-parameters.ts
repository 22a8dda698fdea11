import { percentEncode } from '../../gateway/encoding/percent.ts'
import type { Pair } from '../../gateway/encoding/form.ts'
import type { Mutation } from '../cause.ts'
import { oauthNames } from '../protocol-causes.ts'
import type { BaseStringPlan } from './plan.ts'

const without = (pairs: readonly Pair[], index: number): Pair[] => pairs.filter((_, place) => place !== index)
const has = (plan: BaseStringPlan, wanted: string) =>
  [...plan.body, ...plan.oauth].some(([name]) => name === wanted)
const headerValue = (plan: BaseStringPlan, wanted: string) =>
  plan.facts.headerParameters.find(([name]) => name === wanted)?.[1]

/** Wrong parameters in the signed text (§5.2 rule 1). */
export const parameterMutations: readonly Mutation<BaseStringPlan>[] = [
  {
    id: 'body-left-out', group: 'parameters',
    explanation: 'The parameters of the body were not signed, only the OAuth parameters were.',
    fix: 'Put all body parameters into the signed text. A body sent as JSON or as a stream is not seen by most libraries.',
    apply: (plan) => [{ ...plan, body: [] }],
  },
  {
    id: 'oauth-left-out', group: 'parameters',
    explanation: 'The OAuth parameters were not signed, only the body was.',
    fix: 'Put the five OAuth parameters into the signed text together with the body.',
    apply: (plan) => [{ ...plan, oauth: [] }],
  },
  {
    id: 'oauth-parameter-missing', group: 'parameter',
    explanation: 'One of the five OAuth parameters is missing from the signed text.',
    fix: 'Sign oauth_consumer_key, oauth_nonce, oauth_signature_method, oauth_timestamp and oauth_version.',
    apply: (plan) => withoutOneOf(plan, (name) => oauthNames.includes(name)),
  },
  {
    id: 'signature-included', group: 'parameter',
    explanation: 'oauth_signature itself is in the signed text.',
    fix: 'Leave oauth_signature out of the signed text: it is computed from it.',
    apply: (plan) => [{ ...plan, oauth: [...plan.oauth, ['oauth_signature', '']] }],
  },
  {
    id: 'realm-included', group: 'parameter',
    explanation: 'The realm of the Authorization header is in the signed text.',
    fix: 'Leave realm out of the signed text.',
    apply: (plan) => [...new Set([headerValue(plan, 'realm') ?? '', '', hostOf(plan)])]
      .map((realm) => ({ ...plan, oauth: [...plan.oauth, ['realm', realm]] })),
  },
  {
    id: 'token-included', group: 'parameter',
    explanation: 'An empty oauth_token is in the signed text, but was not sent.',
    fix: 'This interface uses no token: leave oauth_token out, or send exactly what is signed.',
    apply: (plan) => has(plan, 'oauth_token') ? [] : [{ ...plan, oauth: [...plan.oauth, ['oauth_token', '']] }],
  },
  {
    id: 'callback-included', group: 'parameter',
    explanation: 'oauth_callback or oauth_verifier is in the signed text, but was not sent.',
    fix: 'This interface uses neither: leave them out.',
    apply: (plan) => [['oauth_callback', ''], ['oauth_callback', 'oob'], ['oauth_verifier', '']]
      .filter(([name = '']) => !has(plan, name))
      .map(([name = '', value = '']) => ({ ...plan, oauth: [...plan.oauth, [name, value]] })),
  },
  {
    id: 'body-hash-included', group: 'parameter',
    explanation: 'oauth_body_hash is in the signed text.',
    fix: 'The gateway uses no body hash: sign the body parameters themselves.',
    apply: (plan) => plan.facts.bodyHashes.filter(() => !has(plan, 'oauth_body_hash')).flatMap((hash) => [
      { ...plan, oauth: [...plan.oauth, ['oauth_body_hash', hash]] },
      { ...plan, body: [], oauth: [...plan.oauth, ['oauth_body_hash', hash]] },
    ]),
  },
  {
    id: 'empty-values-dropped', group: 'empty',
    explanation: 'Parameters with an empty value were left out of the signed text, but were sent.',
    fix: 'Keep them as "name=", or send neither.',
    apply: (plan) => [{ ...plan, body: plan.body.filter(([, value]) => value !== '') }],
  },
  {
    id: 'empty-values-bare', group: 'empty',
    explanation: 'Parameters with an empty value were written without "=" in the signed text.',
    fix: 'Write an empty value as "name=".',
    apply: (plan) => [{ ...plan, bareEmpty: true }],
  },
  {
    id: 'duplicates-collapsed', group: 'duplicates',
    explanation: 'A parameter that was sent more than once was signed only once.',
    fix: 'Sign every parameter that is sent, or send it once.',
    apply: (plan) => {
      const last = new Map(plan.body.map((pair) => [pair[0], pair]))
      const first = new Map([...plan.body].reverse().map((pair) => [pair[0], pair]))
      if (last.size === plan.body.length) return []
      return [[...last.values()], [...first.values()].reverse()].map((body) => ({ ...plan, body }))
    },
  },
  {
    id: 'parameter-missing', group: 'one-parameter',
    explanation: 'A parameter that was sent is missing from the signed text.',
    fix: 'Sign everything that is sent in the body; add no parameter after signing.',
    apply: (plan) => [
      ...plan.body.map((_, index) => ({ ...plan, body: without(plan.body, index) })),
      ...withoutOneOf(plan, (name) => !oauthNames.includes(name)),
    ],
  },
  {
    id: 'parameter-empty', group: 'one-parameter',
    explanation: 'A parameter was empty when the text was signed and was filled in afterwards.',
    fix: 'Fill in every value before signing.',
    apply: (plan) => plan.body.map((pair, index) => ({
      ...plan, body: plan.body.map((other, place) => place === index ? [pair[0], ''] as const : other),
    })),
  },
  {
    id: 'query-signed-as-parameters', group: 'query-parameters',
    explanation: 'The parameters of the URL\'s query were signed together with the body.',
    fix: 'Send all parameters in the body: the gateway signs body and OAuth parameters only.',
    apply: (plan) => plan.facts.query.length === 0 ? [] : [{ ...plan, body: [...plan.body, ...plan.facts.query] }],
  },
  {
    id: 'login-added', group: 'extra',
    explanation: 'A "login" that was not sent is in the signed text.',
    fix: 'OAuth operations carry no login: the consumer key is the login.',
    apply: (plan) => {
      const login = headerValue(plan, 'oauth_consumer_key') ?? plan.oauth.find(([name]) => name === 'oauth_consumer_key')?.[1]
      return login === undefined || has(plan, 'login') ? [] : [{ ...plan, body: [...plan.body, ['login', login]] }]
    },
  },
  {
    id: 'oauth-signed-twice', group: 'parameters',
    explanation: 'The OAuth parameters are twice in the signed text, once from the header and once from the body.',
    fix: 'Sign each OAuth parameter once although it is sent in both places.',
    apply: (plan) => [{ ...plan, oauth: [...plan.oauth, ...plan.oauth] }],
  },
  {
    id: 'body-not-decoded', group: 'raw-body',
    explanation: 'The text of the body as it is sent was signed, encoded as it is, and so encoded once more.',
    fix: 'Sign the values themselves, not their encoded text.',
    apply: (plan) => [{
      ...plan,
      body: plan.facts.rawBody.split('&').filter((one) => one !== '' && !one.startsWith('oauth_')).map((one) => {
        const equals = one.indexOf('=')
        return equals < 0 ? [one, ''] as const : [one.slice(0, equals), one.slice(equals + 1)] as const
      }),
    }],
  },
  {
    id: 'json-body-signed', group: 'parameters', dependsOnOthers: true,
    explanation: 'The body was signed as JSON text.',
    fix: 'Send and sign the parameters as a form (application/x-www-form-urlencoded).',
    apply: (plan) => {
      const json = JSON.stringify(Object.fromEntries(plan.body))
      return [{ ...plan, body: [[json, '']] }, { ...plan, body: [], after: percentEncode(`&${json}`) }]
    },
  },
  {
    id: 'values-trimmed', group: 'trim',
    explanation: 'Spaces at an end of a value were dropped before signing, but were sent.',
    fix: 'Trim before signing and before sending, so that both are the same.',
    apply: (plan) => [{ ...plan, body: plan.body.map(([name, value]) => [name, value.trim()] as const) }],
  },
  {
    id: 'other-signature-method-signed', group: 'oauth-value',
    explanation: 'Another oauth_signature_method is in the signed text than in the header.',
    fix: 'Sign and send the same oauth_signature_method.',
    apply: (plan) => ['RSA-SHA256', 'HMAC-SHA1', 'RSA-SHA1', 'HMAC-SHA256', 'PLAINTEXT']
      .map((method) => withOAuth(plan, 'oauth_signature_method', () => method)),
  },
  {
    id: 'timestamp-in-milliseconds-signed', group: 'oauth-value',
    explanation: 'The time was signed in milliseconds and sent in seconds, or the other way round.',
    fix: 'Take the time once, in seconds, and use the same text for signing and for the header.',
    apply: (plan) => [
      withOAuth(plan, 'oauth_timestamp', (time) => `${time}000`),
      withOAuth(plan, 'oauth_timestamp', (time) => time.length === 13 ? time.slice(0, 10) : time),
    ],
  },
  {
    id: 'version-signed-otherwise', group: 'oauth-value',
    explanation: 'oauth_version was signed as another text than "1.0".',
    fix: 'Sign and send oauth_version as "1.0".',
    apply: (plan) => ['1', '1.0a', '1,0'].map((version) => withOAuth(plan, 'oauth_version', () => version)),
  },
  {
    id: 'consumer-key-case', group: 'oauth-value',
    explanation: 'The consumer key was signed with different capitals than it was sent with.',
    fix: 'Sign and send the same login, letter by letter.',
    apply: (plan) => [
      withOAuth(plan, 'oauth_consumer_key', (login) => login.toLowerCase()),
      withOAuth(plan, 'oauth_consumer_key', (login) => login.toUpperCase()),
    ],
  },
]

/** Plans without one of the sent OAuth parameters, for each whose name fits. */
function withoutOneOf(plan: BaseStringPlan, isMeant: (name: string) => boolean): BaseStringPlan[] {
  return plan.oauth.flatMap(([name], index) => isMeant(name) ? [{ ...plan, oauth: without(plan.oauth, index) }] : [])
}

function withOAuth(plan: BaseStringPlan, wanted: string, change: (value: string) => string): BaseStringPlan {
  return { ...plan, oauth: plan.oauth.map(([name, value]) => [name, name === wanted ? change(value) : value] as const) }
}

function hostOf(plan: BaseStringPlan): string {
  return plan.url.host
}
