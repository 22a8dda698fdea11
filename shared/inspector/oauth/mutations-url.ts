import { withoutEnd } from '../../text-end.ts'
import type { Mutation } from '../cause.ts'
import type { BaseStringPlan, UrlPlan } from './plan.ts'

const url = (change: (url: UrlPlan, plan: BaseStringPlan) => readonly UrlPlan[]) => (plan: BaseStringPlan) =>
  change(plan.url, plan).map((changed) => ({ ...plan, url: changed }))
const path = (change: (path: string, plan: BaseStringPlan) => readonly string[]) =>
  url((given, plan) => change(given.path, plan).map((changed) => ({ ...given, path: changed })))

/** A signed URL that differs from the called one (§5.2 rule 5, addendum 5). */
export const urlMutations: readonly Mutation<BaseStringPlan>[] = [
  {
    id: 'http-for-https', group: 'scheme',
    explanation: 'The URL was signed with "http", but the request went to "https".',
    fix: 'Sign the URL that the gateway sees. Behind a proxy the framework often reports "http".',
    apply: url((given) => given.scheme.toLowerCase() === 'https://' ? [{ ...given, scheme: 'http://' }] : []),
  },
  {
    id: 'https-for-http', group: 'scheme',
    explanation: 'The URL was signed with "https", but the request went to "http".',
    fix: 'Sign the URL that is called.',
    apply: url((given) => given.scheme.toLowerCase() === 'http://' ? [{ ...given, scheme: 'https://' }] : []),
  },
  {
    id: 'scheme-missing', group: 'scheme',
    explanation: 'The URL was signed without its scheme.',
    fix: 'Sign the whole URL, "https://" included.',
    apply: url((given) => [{ ...given, scheme: '' }, { ...given, scheme: '//' }]),
  },
  {
    id: 'host-missing', group: 'scheme',
    explanation: 'Only the path of the URL was signed.',
    fix: 'Sign the whole URL with scheme and host.',
    apply: url((given) => [{ ...given, scheme: '', host: '', port: '' }]),
  },
  {
    id: 'url-case-kept', group: 'host',
    explanation: 'Scheme or host were signed with capital letters.',
    fix: 'Sign scheme and host in small letters; the path keeps its case.',
    apply: url((given, { facts }) => {
      const [, scheme = '', host = ''] = /^([A-Za-z]+:\/\/)([^/?#:]*)/.exec(facts.sentUrl) ?? []
      return [{ ...given, scheme, host }, { ...given, host }, { ...given, scheme },
        { ...given, host: given.host.toUpperCase() }, { ...given, scheme: given.scheme.toUpperCase() }]
    }),
  },
  {
    id: 'path-case-changed', group: 'path',
    explanation: 'The path of the URL was signed in small letters.',
    fix: 'Keep the case of the path.',
    apply: path((given) => [given.toLowerCase()]),
  },
  {
    id: 'port-signed', group: 'port',
    explanation: 'The default port was signed with the host.',
    fix: 'Leave ":443" (https) and ":80" (http) out of the URL that is signed.',
    apply: url((given) => given.port !== '' ? [] : [
      { ...given, port: given.scheme.toLowerCase() === 'http://' ? ':80' : ':443' }, { ...given, port: ':80' },
      { ...given, port: ':443' }, { ...given, port: ':8443' },
    ]),
  },
  {
    id: 'port-left-out', group: 'port',
    explanation: 'A port that is not the default one was left out of the URL that was signed.',
    fix: 'Sign the port when it is not 443 (https) or 80 (http).',
    apply: url((given) => given.port === '' ? [] : [{ ...given, port: '' }]),
  },
  {
    id: 'slash-added', group: 'path-end',
    explanation: 'The URL was signed with a slash at its end that was not called.',
    fix: 'Sign the URL exactly as it is called.',
    apply: path((given) => given.endsWith('/') ? [] : [`${given}/`]),
  },
  {
    id: 'slash-left-out', group: 'path-end',
    explanation: 'The URL was signed without the slash at its end.',
    fix: 'Sign the URL exactly as it is called.',
    apply: path((given) => given.endsWith('/') ? [withoutEnd(given, '/')] : []),
  },
  {
    id: 'double-slash', group: 'path-end',
    explanation: 'A doubled slash is in the URL that was signed.',
    fix: 'Sign the URL exactly as it is called: mind a base address that ends in a slash.',
    apply: path((given) => [`/${given}`, given.replace(/\/([^/]+)$/, '//$1')]),
  },
  {
    id: 'entry-point-missing', group: 'entry-point',
    explanation: 'The endpoint id is missing from the URL that was signed.',
    fix: 'Sign the URL with the endpoint id at its end.',
    apply: path((given, { facts }) => {
      if (facts.entryPoint === null || !given.endsWith(`/${facts.entryPoint}`)) return []
      const without = given.slice(0, -facts.entryPoint.length - 1)
      return [without, `${without}/`, ...(facts.entryPoint.startsWith('group/') ? [`${without}/group`, `${without}/group/`] : [])]
    }),
  },
  {
    id: 'group-for-endpoint', group: 'entry-point',
    explanation: 'Endpoint and endpoint group were mixed up in the URL that was signed.',
    fix: 'Sign the URL that is called: a group is written "group/{id}", an endpoint "{id}" alone.',
    apply: path((given, { facts }) => {
      if (facts.entryPoint === null || !given.endsWith(`/${facts.entryPoint}`)) return []
      const without = given.slice(0, -facts.entryPoint.length)
      const other = facts.entryPoint.startsWith('group/')
        ? facts.entryPoint.slice('group/'.length) : `group/${facts.entryPoint}`
      return [`${without}${other}`]
    }),
  },
  {
    id: 'other-entry-point', group: 'entry-point',
    explanation: 'The URL was signed with another endpoint or group id than the one that was called.',
    fix: 'Sign the URL that is called.',
    apply: path((given, { facts }) => {
      if (facts.entryPoint === null || !given.endsWith(`/${facts.entryPoint}`)) return []
      const without = given.slice(0, -facts.entryPoint.length)
      return facts.otherEntryPoints.flatMap((id) => [`${without}${id}`, `${without}group/${id}`])
    }),
  },
  {
    id: 'version-in-path', group: 'version',
    explanation: 'Another version is in the path that was signed than in the one that was called.',
    fix: 'Sign the URL that is called: version 2 and version 4 have paths of their own.',
    apply: path((given) => {
      const match = /\/api\/(v\d+|3ds\/v1)\//.exec(given)
      if (match === null) return []
      return ['v1', 'v2', 'v3', 'v4'].filter((version) => version !== match[1])
        .map((version) => given.replace(`/api/${match[1] ?? ''}/`, `/api/${version}/`))
    }),
  },
  {
    id: 'product-word-missing', group: 'word',
    explanation: 'The product word at the beginning of the path is missing from the URL that was signed.',
    fix: 'Sign the whole path, from the product word on.',
    apply: path((given) => /^\/[^/]+\/api\//.test(given) ? [given.replace(/^\/[^/]+/, '')] : []),
  },
  {
    id: 'query-kept', group: 'query',
    explanation: 'The query of the URL was signed as a part of the URL.',
    fix: 'Leave query and fragment out of the URL that is signed.',
    apply: url((given, { facts }) => {
      const [, query = '', fragment = ''] = /^[^?#]*(\?[^#]*)?(#.*)?$/s.exec(facts.sentUrl) ?? []
      return [query, query + fragment, fragment].filter((rest) => rest !== '').map((rest) => ({ ...given, rest }))
    }),
  },
]
