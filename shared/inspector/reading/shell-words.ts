/** Splits a command line as bash, cmd or PowerShell would. */

export type Shell = 'bash' | 'cmd' | 'power-shell'

/** The shell of a command, recognised by its line continuations and escaped quotes. */
export function shellOf(command: string): Shell {
  if (/`\r?\n/.test(command) || /^\s*(?:Invoke-|iwr\b|irm\b|curl\.exe\b[^\n]*`)/i.test(command)) return 'power-shell'
  if (/\^\r?\n/.test(command) || /\^"/.test(command) || /\^%\^/.test(command)) return 'cmd'
  return 'bash'
}

/** The words of a command. An open quotation mark ends with the text. */
export function shellWords(command: string, shell: Shell): string[] {
  switch (shell) {
    case 'bash': return words(command, bashPiece)
    case 'cmd': return words(withoutCarets(command), cmdPiece)
    case 'power-shell': return words(command, powerShellPiece)
  }
}

/** Reads the next piece of a word: its text and its number of characters; null if a space ends the word. */
type ReadPiece = (command: string, at: number) => { readonly text: string; readonly length: number } | null

function words(command: string, read: ReadPiece): string[] {
  const found: string[] = []
  let word: string | null = null
  for (let at = 0; at < command.length;) {
    const piece = read(command, at)
    if (piece === null) {
      if (word !== null) found.push(word)
      word = null
      at += 1
    } else {
      word = (word ?? '') + piece.text
      // A line continuation adds no text and begins no word.
      if (piece.text === '' && /^[\\`]\r?\n/.test(command.slice(at, at + 3)) && word === '') word = null
      at += piece.length
    }
  }
  return word === null ? found : [...found, word]
}

const bashPiece: ReadPiece = (command, at) => {
  const rest = command.slice(at)
  const next = rest[0] ?? ''
  if (/^\\\r?\n/.test(rest)) return { text: '', length: rest.startsWith('\\\r') ? 3 : 2 }
  if (/\s/.test(next) || /^;(?:\s|$)/.test(rest)) return null
  if (rest.startsWith("$'")) return ansiQuoted(rest)
  if (next === "'") return upTo(rest, "'", (text) => text)
  if (next === '"') return doubleQuoted(rest)
  if (next === '\\') return { text: rest[1] ?? '', length: 2 }
  return { text: next, length: 1 }
}

function upTo(rest: string, mark: string, read: (text: string) => string) {
  const end = rest.indexOf(mark, 1)
  return end < 0
    ? { text: read(rest.slice(1)), length: rest.length }
    : { text: read(rest.slice(1, end)), length: end + 1 }
}

function doubleQuoted(rest: string) {
  let text = ''
  let at = 1
  for (; at < rest.length && rest[at] !== '"'; at += 1) {
    if (rest[at] === '\\' && /["\\$`\n]/.test(rest[at + 1] ?? '')) {
      at += 1
      if (rest[at] !== '\n') text += rest[at] ?? ''
    } else text += rest[at] ?? ''
  }
  return { text, length: at + 1 }
}

const ansi: { readonly [letter: string]: string } = {
  n: '\n', r: '\r', t: '\t', "'": "'", '"': '"', '\\': '\\', '?': '?', a: '\x07', b: '\b', f: '\f', v: '\v', e: '\x1b',
}

function ansiQuoted(rest: string) {
  let text = ''
  let at = 2
  while (at < rest.length && rest[at] !== "'") {
    const escape = /^\\(?:x([0-9a-fA-F]{1,2})|u([0-9a-fA-F]{1,4})|U([0-9a-fA-F]{1,8})|([0-7]{1,3})|(.))/s.exec(rest.slice(at))
    if (escape === null) {
      text += rest[at] ?? ''
      at += 1
    } else {
      const [whole, byte, short, long, octal, letter = ''] = escape
      const hex = byte ?? short ?? long
      if (hex !== undefined) text += characterOf(Number.parseInt(hex, 16))
      else if (octal !== undefined) text += String.fromCodePoint(Number.parseInt(octal, 8))
      else text += ansi[letter] ?? `\\${letter}`
      at += whole.length
    }
  }
  return { text: text.toWellFormed(), length: at + 1 }
}

function characterOf(code: number): string {
  return code > 0x10_ff_ff ? '\ufffd' : String.fromCodePoint(code)
}

/** `^` escapes the next character, also inside quotes that browsers write as `^"`. A batch file writes `%%` for `%`. */
function withoutCarets(command: string): string {
  return command.replaceAll('%%', '%').replace(/\^(\r?\n|[\s\S])/g, (_, next: string) => (/\n$/.test(next) ? ' ' : next))
}

const cmdPiece: ReadPiece = (command, at) => {
  const rest = command.slice(at)
  const next = rest[0] ?? ''
  if (/\s/.test(next)) return null
  if (next !== '"') return next === '\\' && rest[1] === '"' ? { text: '"', length: 2 } : { text: next, length: 1 }
  let text = ''
  let end = 1
  for (; end < rest.length; end += 1) {
    if (rest.startsWith('\\"', end) || rest.startsWith('""', end)) {
      text += '"'
      end += 1
    } else if (rest[end] === '"') break
    else text += rest[end] ?? ''
  }
  return { text, length: end + 1 }
}

const powerShellPiece: ReadPiece = (command, at) => {
  const rest = command.slice(at)
  const next = rest[0] ?? ''
  if (/^`\r?\n/.test(rest)) return { text: '', length: rest.startsWith('`\r') ? 3 : 2 }
  if (/\s/.test(next)) return null
  if (next === "'") return quotedTwice(rest, "'", false)
  if (next === '"') return quotedTwice(rest, '"', true)
  if (next === '`') return { text: rest[1] ?? '', length: 2 }
  return { text: next, length: 1 }
}

/** A doubled quote is a quote. In double quotes a backtick escapes, and a backslash, which curl.exe interprets. */
function quotedTwice(rest: string, mark: string, escapes: boolean) {
  let text = ''
  let end = 1
  for (; end < rest.length; end += 1) {
    if (rest.startsWith(mark + mark, end)) {
      text += mark
      end += 1
    } else if (rest[end] === mark) break
    else if (escapes && rest[end] === '`') {
      end += 1
      text += { n: '\n', r: '\r', t: '\t' }[rest[end] ?? ''] ?? rest[end] ?? ''
    } else if (rest.startsWith('\\"', end)) {
      text += '"'
      end += 1
    } else text += rest[end] ?? ''
  }
  return { text, length: end + 1 }
}
