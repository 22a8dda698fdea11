/** A request in pieces, as mails, tickets and logs hold it: a URL, a header, a body, a signed text, in any order. */
import type { Pair } from '../../gateway/form.ts'
import { nothingPasted, type Pasted } from './pasted.ts'

const label = '(?:^|[\\s,;{|])'
const oauthHeader = /OAuth\s+(?:realm|oauth_\w+)\s*=\s*"[^"]*"(?:\s*,\s*[\w-]+\s*=\s*"[^"]*")*/i
const urlText = /https?:\/\/[^\s"'<>\\)\]]+/gi
const baseStringText = /\b(?:GET|POST|PUT|DELETE|PATCH|HEAD)&https?(?:%3A|%253A|:)[^\s"'<>]*/i
const labelledText = new RegExp(
  `${label}(?:control[ _-]?text|control[ _-]?string|string[ _-]?to[ _-]?(?:sign|hash)|checksum[ _-]?text)["']?\\s*[:=]\\s*(.+)$`, 'im')
const labelledBase = new RegExp(`${label}(?:signature[ _-]?)?base[ _-]?string["']?\\s*[:=]\\s*(\\S.*)$`, 'im')

/** Finds what it can; null where not even a URL, a form or a signed text is there. */
export function readParts(text: string): Pasted | null {
  const base = baseStringText.exec(text)?.[0] ?? labelledBase.exec(text)?.[1] ?? null
  const controlText = labelledText.exec(text)?.[1] ?? null
  const header = oauthHeader.exec(text)?.[0] ?? null
  const rest = [base, controlText, header].reduce<string>((left, found) => found === null ? left : left.replace(found, ' '), text)
  const url = rest.match(urlText)?.find((one) => /\/api\//.test(one)) ?? rest.match(urlText)?.[0] ?? null
  const body = bodyIn(url === null ? rest : rest.replace(url, ' '))
  if (url === null && body === null && base === null && controlText === null && header === null) return null
  const headers: Pair[] = header === null ? [] : [['Authorization', header]]
  const isLine = !/\n/.test(text.trim())
  const bare = url === null && body === null && header === null
  return {
    ...nothingPasted,
    form: bare ? (base === null ? 'control-text' : 'base-string') : isLine && url !== null ? 'log-line' : url === null ? 'form' : 'parts',
    method: methodIn(rest), url, headers, body, baseString: base, controlText,
  }
}

/** The longest run of `name=value` pairs; where every line is one pair, all of them. */
function bodyIn(text: string): string | null {
  const labelled = /(?:^|[\s,;{|])(?:body|data|payload|form|params|parameters)["']?\s*[:=]\s*["']?([\w.%+-]+=[^\s"']*)/i.exec(text)?.[1]
  if (labelled?.includes('&') === true) return labelled
  const runs = text.split(/[\r\n]+|[\t"'`<>]| {2,}/).map((run) => run.replace(/^\s+/, ''))
    .flatMap((run) => /^[\w.%+-]+=.*&/.test(run) ? [run] : run.split(' ').filter((word) => /^[\w.%+-]+=.*&/.test(word)))
  const longest = runs.sort((one, other) => other.length - one.length)[0]
  if (longest !== undefined) return longest
  const lines = text.split(/\r?\n/).filter((line) => line.trim() !== '')
  const pairs = lines.filter((line) => /^[\w-]+=/.test(line))
  return pairs.length > 1 ? pairs.join('&') : pairs[0] ?? null
}

function methodIn(text: string): string | null {
  return /(?:^|[\s"'[])(GET|POST|PUT|DELETE|PATCH|HEAD)(?=[\s"'\]:])/.exec(text)?.[1] ?? null
}
