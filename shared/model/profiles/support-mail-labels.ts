/** The names of a profile's parts in mails of gateway support. */

export type MailPart =
  | 'secret' | 'login' | 'endpoint' | 'group' | 'address' | 'productWord' | 'currency' | 'environment'

const names: Readonly<Record<MailPart, readonly string[]>> = {
  secret: [
    'control', 'control key', 'control secret', 'control secret key', 'secret', 'secret key', 'shared secret', 'security key',
    'signing key',
  ],
  login: ['login', 'login name', 'user', 'username', 'user name'],
  endpoint: ['endpoint', 'endpoint id', 'endpoints', 'endpoint ids', 'end point', 'end point id', 'endpointid'],
  group: ['endpoint group', 'endpoint group id', 'endpoint groups', 'group', 'group id', 'groups'],
  address: ['url', 'base url', 'address', 'host', 'server', 'endpoint url', 'integration url'],
  productWord: ['product word', 'product', 'path'],
  currency: ['currency', 'currencies', 'endpoint currency'],
  environment: ['environment', 'mode'],
}

const parts: ReadonlyMap<string, MailPart> = new Map(
  Object.entries(names).flatMap(([part, all]) => all.map((name) => [name, part as MailPart] as const)))

/** Words that do not change the meaning of a name: "your sandbox login". */
const qualifiers: ReadonlySet<string> = new Set([
  'your', 'the', 'our', 'sandbox', 'staging', 'test', 'demo', 'production', 'live', 'merchant', 'gateway', 'api', 'client', 'account',
])

const longestName = 60

/** The part of a profile that a name in a mail means, in any spelling; null for other text. */
export function mailLabelOf(name: string): MailPart | null {
  if (name.length > longestName) return null
  const [before = ''] = name.split('(')
  const words = before.toLowerCase().split(/[^a-z]+/).filter((word) => word !== '' && !qualifiers.has(word))
  return parts.get(words.join(' ')) ?? null
}
