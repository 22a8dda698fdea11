/** The construction of a signature base string as data, which mistakes can change (§5.2). */
import type { Pair } from '../../gateway/encoding/form.ts'
import { encodeRemembering, encodeWith, rightEncoding, type Encoding, type EncodingMemory } from '../encoding.ts'

export type SortOrder =
  | 'encoded' | 'as-sent' | 'oauth-last-as-sent' | 'before-encoding' | 'locale' | 'case-insensitive' | 'joined'
  | 'names-only' | 'descending' | 'oauth-apart-first' | 'oauth-apart-last'

export interface UrlPlan {
  /** With the colon and slashes, in the signed case. */
  readonly scheme: string
  readonly host: string
  /** With its colon; empty for the default port. */
  readonly port: string
  readonly path: string
  /** Query and fragment if they were not removed. */
  readonly rest: string
}

export interface BaseStringPlan {
  readonly method: string
  readonly url: UrlPlan
  readonly body: readonly Pair[]
  readonly oauth: readonly Pair[]
  readonly inner: Encoding
  /** The encoding of names if it differs from that of values. */
  readonly names: Encoding | null
  readonly outerParameters: Encoding
  readonly outerUrl: Encoding
  readonly order: SortOrder
  /** True if an empty value is written without its `=`. */
  readonly bareEmpty: boolean
  /** Added before and after the finished text. */
  readonly before: string
  readonly after: string
  /** The part of the finished text that is signed; `all` is correct. */
  readonly part: 'all' | 'parameters' | 'parameters-plain' | 'url-and-parameters'
  /** True if the whole text is encoded once more. */
  readonly encodedAgain: boolean
  /** The text between method, URL and parameters. */
  readonly joint: string
  readonly facts: OAuthFacts
}

/** Other facts of the request that may have been used by mistake. */
interface OAuthFacts {
  /** The whole URL as sent. */
  readonly sentUrl: string
  readonly query: readonly Pair[]
  /** The body as sent. */
  readonly rawBody: string
  readonly headerParameters: readonly Pair[]
  /** The entry point segment of the path: `group/117` or `22903`; null if none was recognised. */
  readonly entryPoint: string | null
  /** The merchant's other entry points. */
  readonly otherEntryPoints: readonly string[]
  readonly bodyHashes: readonly string[]
}

/**
 * Creates a renderer of base strings, which renders parts that plans share only once. Its cache contains values:
 * release it after a search.
 */
export function baseStringRenderer(): (plan: BaseStringPlan) => string {
  const memory: EncodingMemory = new Map()
  const encode = (encoding: Encoding, text: string) => encodeRemembering(memory, encoding, text)
  let last: { readonly plan: BaseStringPlan; readonly parameters: string; readonly encoded: string } | null = null
  return (plan) => {
    if (last === null || !sameParameters(last.plan, plan)) {
      const parameters = parametersOf(plan, encode)
      last = { plan, parameters, encoded: encodeWith(plan.outerParameters, parameters) }
    }
    const text = joined(plan, last.parameters, last.encoded)
    return plan.before + (plan.encodedAgain ? encodeWith(rightEncoding, text) : text) + plan.after
  }
}

/** The base string of a plan. */
export function renderBaseString(plan: BaseStringPlan): string {
  return baseStringRenderer()(plan)
}

function joined(plan: BaseStringPlan, parameters: string, encoded: string): string {
  switch (plan.part) {
    case 'parameters': return encoded
    case 'parameters-plain': return parameters
    case 'url-and-parameters': return [encodeWith(plan.outerUrl, urlOf(plan.url)), encoded].join(plan.joint)
    case 'all': return [plan.method, encodeWith(plan.outerUrl, urlOf(plan.url)), encoded].join(plan.joint)
  }
}

const parameterParts = ['body', 'oauth', 'inner', 'names', 'order', 'bareEmpty', 'outerParameters'] as const

function sameParameters(one: BaseStringPlan, other: BaseStringPlan): boolean {
  return parameterParts.every((part) => one[part] === other[part])
}

/** The URL of a plan as text. */
function urlOf({ scheme, host, port, path, rest }: UrlPlan): string {
  return `${scheme}${host}${port}${path}${rest}`
}

interface Encoded {
  readonly name: string
  readonly value: string
  readonly rawName: string
  readonly oauth: boolean
}

function parametersOf(plan: BaseStringPlan, encode: (encoding: Encoding, text: string) => string): string {
  const names = plan.names ?? plan.inner
  const encoded = (oauth: boolean) => ([name, value]: Pair): Encoded =>
    ({ name: encode(names, name), value: encode(plan.inner, value), rawName: name, oauth })
  const all = [...plan.body.map(encoded(false)), ...plan.oauth.map(encoded(true))]
  return inOrder(all, plan.order)
    .map(({ name, value }) => (value === '' && plan.bareEmpty ? name : `${name}=${value}`)).join('&')
}

function inOrder(all: readonly Encoded[], order: SortOrder): readonly Encoded[] {
  const by = (compare: (one: Encoded, other: Encoded) => number) => [...all].sort(compare)
  const right = (one: Encoded, other: Encoded) => codes(one.name, other.name) || codes(one.value, other.value)
  switch (order) {
    case 'encoded': return by(right)
    case 'as-sent': return all
    case 'oauth-last-as-sent': return [...all.filter(({ oauth }) => oauth), ...all.filter(({ oauth }) => !oauth)]
    case 'before-encoding': return by((one, other) => codes(one.rawName, other.rawName))
    case 'locale': return by((one, other) => one.rawName.localeCompare(other.rawName, 'en'))
    case 'case-insensitive':
      return by((one, other) =>
        codes(one.name.toLowerCase(), other.name.toLowerCase()) || codes(one.value, other.value))
    case 'joined': return by((one, other) => codes(`${one.name}=${one.value}`, `${other.name}=${other.value}`))
    case 'names-only': return by((one, other) => codes(one.name, other.name))
    case 'descending': return by((one, other) => -right(one, other))
    case 'oauth-apart-first': return by((one, other) => Number(other.oauth) - Number(one.oauth) || right(one, other))
    case 'oauth-apart-last': return by((one, other) => Number(one.oauth) - Number(other.oauth) || right(one, other))
  }
}

function codes(one: string, other: string): number {
  return one < other ? -1 : Number(one > other)
}
