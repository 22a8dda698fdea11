/** Reads Invoke-WebRequest and Invoke-RestMethod, as copied from browsers. */
import type { Pair } from '../../gateway/encoding/form.ts'
import { percentEncode } from '../../gateway/encoding/percent.ts'
import { nothingPasted, type Pasted } from './pasted.ts'
import { shellWords } from './shell-words.ts'

/** Reads such a command; null for other text. */
export function readPowerShell(text: string): Pasted | null {
  const start = /(?:Invoke-WebRequest|Invoke-RestMethod|\biwr\b|\birm\b)/i.exec(text)
  if (start === null) return null
  const command = text.slice(start.index)
  const { table, rest: withoutHeaders } = withoutTable(command, 'Headers')
  const { table: fields, rest } = withoutTable(withoutHeaders, 'Body')
  const words = shellWords(rest, 'power-shell')
  const after = (name: string): string | null => {
    const at = words.findIndex((word) => word.toLowerCase() === name)
    return at < 0 ? null : words[at + 1] ?? null
  }
  const contentType = after('-contenttype')
  return {
    ...nothingPasted, form: 'power-shell',
    method: after('-method') ?? 'GET',
    url: after('-uri') ?? words.find((word) => /^https?:\/\//i.test(word)) ?? null,
    headers: [...pairsOf(table), ...(contentType === null ? [] : [['Content-Type', contentType] as const])],
    body: after('-body') ?? bodyOf(fields),
  }
}

/** The table after an option, and the command without it; the table is empty if there is none. */
function withoutTable(command: string, option: string): { readonly table: string; readonly rest: string } {
  const begin = new RegExp(`-${option}\\s+@\\{`, 'i').exec(command)
  const start = begin === null ? -1 : begin.index + begin[0].length
  const end = begin === null ? -1 : command.indexOf('}', start)
  if (begin === null || end < 0) return { table: '', rest: command }
  return { table: command.slice(start, end), rest: `${command.slice(0, begin.index)} ${command.slice(end + 1)}` }
}

/** The form that PowerShell sends for a table; null for an empty one. */
function bodyOf(table: string): string | null {
  const pairs = pairsOf(table)
  return pairs.length === 0 ? null : pairs.map(([name, value]) => `${percentEncode(name)}=${percentEncode(value)}`).join('&')
}

function pairsOf(table: string): Pair[] {
  return table.split(/[\r\n;]+/).flatMap((line): Pair[] => {
    const equals = line.indexOf('=')
    if (equals < 0) return []
    const [name = ''] = shellWords(line.slice(0, equals), 'power-shell')
    const value = shellWords(line.slice(equals + 1), 'power-shell').join(' ')
    return name === '' ? [] : [[name, value]]
  })
}
