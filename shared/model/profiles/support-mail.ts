/** Reads mails of gateway support that contain a profile's address, login, endpoints and control secret. */
import { isCurrencyCode } from '../../gateway/numbers/currencies.ts'
import { holdsCardNumber } from '../../gateway/numbers/luhn.ts'
import { mailLabelOf, type MailPart } from './support-mail-labels.ts'
import { readTypedAddress } from './typed-address.ts'
import { readTypedSecret } from './typed-secret.ts'

/** An endpoint or group in a mail; the currency is empty if the mail contains none. */
interface MailEntryPoint {
  readonly kind: 'endpoint' | 'group'
  readonly id: string
  readonly currency: string
}

/** The parts that may be shown; null if the mail does not contain one. SECURITY: never the secret. */
export interface MailDetails {
  readonly environment: 'staging' | 'production' | null
  readonly login: string | null
  readonly baseUrl: string | null
  readonly productWord: string | null
  readonly entryPoints: readonly MailEntryPoint[]
}

export interface SupportMail {
  readonly secret: string
  readonly details: MailDetails
}

type Values = Readonly<Record<MailPart, readonly string[]>>

const mostEntryPoints = 20
const longestValue = 2_000
const longestSecret = 1_280

/**
 * Reads a mail with a control secret; null for text without one. A part is a name with its value ("Login: acme", a name
 * with its value below, a row of a table), or the secret's name within a sentence. Takes linear time.
 */
export function readSupportMail(text: string): SupportMail | null {
  if (!/control|secret|security|signing/i.test(text)) return null
  const values = valuesIn(text)
  const isMail = [values.login, values.endpoint, values.group, values.address].some((part) => part.length > 0)
  const secret = (isMail ? secretOf(values) : null) ?? secretInSentence(text)
  if (secret === null) return null
  // SECURITY: leaves out parts that contain the secret or a card number.
  const open = (value: string): boolean => !value.includes(secret) && !holdsCardNumber(value)
  return { secret, details: detailsOf(mapped(values, (part) => part.filter(open)), urlsIn(text).filter(open)) }
}

function valuesIn(text: string): Values {
  const values: Record<MailPart, string[]> = {
    secret: [], login: [], endpoint: [], group: [], address: [], productWord: [], currency: [], environment: [],
  }
  /** The part whose value, or whose next id, may follow without a name. */
  let expected: MailPart | null = null
  for (const line of text.split(/[\r\n]+/)) {
    let isNamedHere = false
    for (const piece of line.split(/[,;|]\s/)) {
      const { part, value } = readPiece(piece)
      if (part !== null) expected = part
      else if (expected !== null && isListed(expected) && !/^\d/.test(value)) expected = value === '' ? expected : null
      isNamedHere = part === null ? isNamedHere : value !== ''
      if (expected === null || value === '') continue
      values[expected].push(value)
      if (!isListed(expected)) expected = null
    }
    if (isNamedHere) expected = null
  }
  return values
}

/** A list of ids may continue below its name. */
const isListed = (part: MailPart): boolean => part === 'endpoint' || part === 'group'

/** Characters that mails put before names and around values: quotation marks of answers, bullets, emphasis. */
const decoration = /^[\s>*_•·#`-]+/

/** The part that a piece of a line names, with its value; without a name the whole piece is the value. */
function readPiece(piece: string): { readonly part: MailPart | null; readonly value: string } {
  const bare = piece.replace(decoration, '').slice(0, longestValue)
  const separator = /[:=\t]|\s[-–—]\s|\sis\s/i.exec(bare)
  const name = separator === null ? bare : bare.slice(0, separator.index)
  const part = mailLabelOf(name)
  if (part === null) return { part, value: bare.trim() }
  const value = separator === null ? '' : bare.slice(separator.index + separator[0].length)
  return { part, value: value.replace(/^[\s*_`=:]+/, '').trim() }
}

const secretName = /merchant[ _-]?control|control[ _-]?(?:key|secret)|secret[ _-]?key|shared[ _-]?secret/.source
const sign = /\s{0,3}(?:is(?: as follows)?|[:=–—→-])/.source
/** Space between name and value in a table's row or on two lines. The value needs a digit: words are not secrets. */
const space = /\s(?=[\s>*]{0,6}(?=\S{16})\S*\d)/.source
const sentence = new RegExp(
  `(?<![?&\\w])(?:${secretName})["'”*]{0,3}(?:${sign}|${space})[\\s*>:]{0,6}["'“\`]?([^\\s"'“”<>\`]{6,})`, 'i')

function secretInSentence(text: string): string | null {
  return asSecret(sentence.exec(text)?.[1] ?? '')
}

function secretOf({ secret }: Values): string | null {
  return secret.map(asSecret).find((one) => one !== null) ?? null
}

/** The secret in a value; null for digests and form fields, which belong to a request. */
function asSecret(value: string): string | null {
  const [first = ''] = readTypedSecret(value).secret.split(/\s/)
  const secret = first.replace(/[,;*`]{1,4}$/, '')
  const isRequest = /^[\da-f]{40}$/i.test(secret) || /&\w{1,40}=/.test(secret)
  return secret.length < 6 || secret.length > longestSecret || isRequest ? null : secret
}

function detailsOf(values: Values, urls: readonly string[]): MailDetails {
  const address = addressOf([...values.address, ...urls])
  const [environment = ''] = values.environment
  const [currency = ''] = values.currency.flatMap(currenciesIn)
  const named = [...idsOf(values.endpoint, 'endpoint', currency), ...idsOf(values.group, 'group', '')]
  const inAddress = address?.entryPoint ?? null
  const ofAddress = inAddress === null ? [] : idsOf([inAddress.id], inAddress.kind, currency)
  return {
    environment: /\b(?:production|live)\b/i.test(environment) ? 'production'
      : /\b(?:sandbox|staging|test|demo)/i.test(environment) ? 'staging' : null,
    login: values.login.map(firstWord).find((word) => /^[\w.@-]{1,20}$/.test(word)) ?? null,
    baseUrl: address?.baseUrl ?? null,
    productWord: values.productWord.map(firstWord).find((word) => /^[A-Za-z0-9-]{1,40}$/.test(word)) ?? address?.productWord ?? null,
    entryPoints: (named.length > 0 ? named : ofAddress).slice(0, mostEntryPoints),
  }
}

interface MailAddress {
  readonly baseUrl: string
  readonly productWord: string | null
  readonly entryPoint: Omit<MailEntryPoint, 'currency'> | null
}

/** The first address with a product word, otherwise the first one. */
function addressOf(texts: readonly string[]): MailAddress | null {
  let first: MailAddress | null = null
  for (const text of texts.slice(0, mostEntryPoints)) {
    const address = withScheme(firstWord(text))
    const apart = readTypedAddress(address)
    if (apart !== null) return apart
    const url = /^https?:\/\//i.test(address) ? URL.parse(address) : null
    if (url !== null && url.username === '' && url.password === '') {
      first ??= { baseUrl: url.origin, productWord: null, entryPoint: null }
    }
  }
  return first
}

function withScheme(text: string): string {
  return /^[a-z0-9][a-z0-9.-]{0,200}\.[a-z]{2,20}(?:[:/]|$)/i.test(text) ? `https://${text}` : text
}

/** The interface's URLs anywhere in the text. SECURITY: without their query, which may contain anything. */
function urlsIn(text: string): string[] {
  return [...text.matchAll(/https?:\/\/[^\s"'<>?#]{1,300}/gi)].map(([url]) => url).filter((url) => url.includes('/api/'))
}

function idsOf(values: readonly string[], kind: MailEntryPoint['kind'], currency: string): MailEntryPoint[] {
  return values.flatMap((value) => [...value.matchAll(/(?<![\w-])(\d{1,20})(?![\w-])\s{0,3}[(/:–-]?\s{0,3}([A-Z]{3}\b)?/g)])
    .map(([, id = '', own = '']) => ({ kind, id, currency: kind === 'group' ? '' : isCurrencyCode(own) ? own : currency }))
}

function currenciesIn(value: string): string[] {
  return value.slice(0, 100).toUpperCase().split(/[^A-Z]/).filter(isCurrencyCode)
}

function firstWord(value: string): string {
  const [word = ''] = value.replace(/^["'“<(]/, '').split(/[\s"'”<>]/)
  return word.replace(/[.,;)*_`]{1,4}$/, '')
}

function mapped(values: Values, change: (part: readonly string[]) => readonly string[]): Values {
  return Object.fromEntries(Object.entries(values).map(([part, all]) => [part, change(all)])) as unknown as Values
}
