/** Finds a raw request inside other text: below an introduction, quoted, indented, or as printed by `curl -v`. */

const requestLine = /^(>{1,2}[ \t]?|[ \t]{1,40}|[\w./-]{1,40}: )?(?:GET|POST|PUT|DELETE|PATCH|HEAD)[ \t]+\S+[ \t]+HTTP\/[\d.]+[ \t]*\r?$/m
const fence = /^\s*(?:```|~~~)/

/**
 * The request from its first line to the end of its body, without the prefix of each line; null if none begins inside
 * the text. An empty line ends the body; the text behind it is not part of the request.
 */
export function messageWithin(text: string): string | null {
  const found = requestLine.exec(text)
  if (found === null) return null
  const before = found[1] ?? ''
  if (found.index === 0 && before === '') return null
  const lines = text.slice(found.index).split(/\r?\n/)
  const end = lines.findIndex((line) => fence.test(line) || (!line.startsWith(before) && line !== before.trimEnd()))
  const own = lines.slice(0, end < 0 ? lines.length : end).map((line) => line.slice(before.length))
  const headEnd = own.indexOf('')
  const bodyEnd = headEnd < 0 ? -1 : own.indexOf('', headEnd + 2)
  return own.slice(0, bodyEnd < 0 ? own.length : bodyEnd).join('\n')
}
