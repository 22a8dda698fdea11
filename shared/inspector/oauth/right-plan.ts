/** The base string as the gateway builds it from a given request (§5.2, addendum 5). */
import { parseForm, type Pair } from '../../gateway/encoding/form.ts'
import { rightEncoding } from '../encoding.ts'
import type { GivenRequest } from '../given.ts'
import type { BaseStringPlan, UrlPlan } from './plan.ts'

/** The right plan; null if the request has no URL. `bodyHashes`: digests of the body that some libraries sign. */
export function rightPlan(
  given: GivenRequest, known: { readonly otherEntryPoints: readonly string[]; readonly bodyHashes: readonly string[] },
): BaseStringPlan | null {
  const url = given.url === null ? null : signedUrl(given.url)
  if (url === null || given.url === null) return null
  return {
    method: 'POST', url, body: given.body, oauth: given.oauth,
    inner: rightEncoding, names: null, outerParameters: rightEncoding, outerUrl: rightEncoding,
    order: 'encoded', bareEmpty: false, before: '', after: '', part: 'all', encodedAgain: false, joint: '&',
    facts: {
      sentUrl: given.url, query: queryOf(given.url), rawBody: given.rawBody, headerParameters: given.header,
      entryPoint: given.entryPointSegment, otherEntryPoints: known.otherEntryPoints, bodyHashes: known.bodyHashes,
    },
  }
}

function signedUrl(url: string): UrlPlan | null {
  const match = /^([a-z][a-z0-9+.-]*):\/\/(?:[^/?#@]*@)?([^/?#:]+|\[[^\]]*\])(:\d+)?([^?#]*)/i.exec(url)
  if (match === null) return null
  const [, scheme = '', host = '', port = '', path = ''] = match
  const isDefault = (scheme.toLowerCase() === 'https' && port === ':443') || (scheme.toLowerCase() === 'http' && port === ':80')
  return {
    scheme: `${scheme.toLowerCase()}://`, host: host.toLowerCase(), port: isDefault ? '' : port,
    path: path === '' ? '/' : path, rest: '',
  }
}

function queryOf(url: string): Pair[] {
  const mark = url.indexOf('?')
  return mark < 0 ? [] : parseForm(url.slice(mark + 1).split('#')[0] ?? '')
}
