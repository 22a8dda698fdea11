/** Reads a pasted control secret: from a mail, a configuration file or a line of code. */
import { mailLabelOf } from './support-mail-labels.ts'

/** The kinds of text that were removed around a secret. They reveal nothing about the secret. */
export const secretLeftOuts = ['name', 'quotes', 'line-ends', 'spaces'] as const
export type SecretLeftOut = (typeof secretLeftOuts)[number]

export interface TypedSecret {
  /** Empty if only a name, quotes or white space was typed. */
  readonly secret: string
  /** In the order of `secretLeftOuts`; empty if the text is exactly the secret. */
  readonly leftOut: readonly SecretLeftOut[]
}

const name = /^["']?merchant[_-]?control["']?\s*[=:]/i
const label = /^([^=:\t]{1,60})[=:\t]/
const severalWords = /[a-z][^a-z]+[a-z]/i
const closingQuotes: Readonly<Record<string, string>> = { '"': '"', '\'': '\'', '`': '`', '“': '”', '„': '“', '‘': '’', '«': '»' }

/**
 * The secret in a text: `merchant_control=ABC`, `"ABC"` and `ABC` with spaces or line ends around it are all ABC. Of
 * several lines, the one with the secret's name counts. White space and quotes inside the secret stay.
 */
export function readTypedSecret(text: string): TypedSecret {
  const found = new Set<SecretLeftOut>()
  const lines = text.split(/[\r\n]+/)
  const named = lines.find((line) => nameBefore(line.trim()) !== null)
  if (lines.length > 1 && named !== undefined) found.add('line-ends')
  const secret = withoutName(named ?? text, found)
  return { secret, leftOut: secretLeftOuts.filter((part) => found.has(part)) }
}

function withoutName(text: string, found: Set<SecretLeftOut>): string {
  const trimmed = withoutSpaces(text, found)
  const before = nameBefore(trimmed)
  if (before === null) return withoutQuotes(trimmed, found)
  found.add('name')
  const value = withoutSpaces(trimmed.slice(before.length), new Set())
  return withoutQuotes(/[,;]$/.test(value) ? value.slice(0, -1) : value, found)
}

/**
 * The name at the start of a line with its sign: `merchant_control`, or one used in mails ("Control key:"). A single
 * word is not a name, as a secret may begin with it.
 */
function nameBefore(line: string): string | null {
  const [before = '', words = ''] = label.exec(line) ?? []
  return name.exec(line)?.[0] ?? (severalWords.test(words) && mailLabelOf(words) === 'secret' ? before : null)
}

function withoutQuotes(text: string, found: Set<SecretLeftOut>): string {
  const closing = closingQuotes[text.charAt(0)]
  if (text.length < 2 || closing === undefined || !text.endsWith(closing)) return text
  found.add('quotes')
  return withoutSpaces(text.slice(1, -1), found)
}

function withoutSpaces(text: string, found: Set<SecretLeftOut>): string {
  const around = text.slice(0, text.length - text.trimStart().length) + text.slice(text.trimEnd().length)
  if (/[\r\n]/.test(around)) found.add('line-ends')
  if (/[^\r\n]/.test(around)) found.add('spaces')
  return text.trim()
}
