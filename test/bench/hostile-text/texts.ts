/** Hostile texts for readers: one piece repeated, and an end that does not match. */
import fc from 'fast-check'

/** A text of about this many characters. */
export type HostileText = (characters: number) => string

const over = (unit: string, end = '', begin = ''): HostileText => (characters) =>
  begin + unit.repeat(Math.max(1, Math.floor((characters - begin.length - end.length) / unit.length))) + end

/** Each attack by its name, with the requested length. */
export const attacks: { readonly [name: string]: HostileText } = {
  'blanks between two letters': over(' ', 'a', 'a'),
  'blanks and then a comma': over(' ', ','),
  'one letter': over('a'),
  'one letter, and another at the end': over('a', 'b'),
  'letters and blanks by turns': over('a '),
  'letters and dots by turns': over('a.'),
  'tabs': over('\t'),
  'tabs and then a letter': over('\t', 'x'),
  'line feeds': over('\n'),
  'line feeds and then a letter': over('\n', 'x'),
  'carriage returns and line feeds': over('\r\n', 'x'),
  'lines of one letter': over('a\n'),
  'percent signs': over('%'),
  'escapes of one letter': over('%41'),
  'escapes that are no text': over('%ff.'),
  'a blank encoded three times': over('%252520'),
  'one digit': over('4'),
  'digits of a card number': over('4111111111111111'),
  'beginnings of account numbers': over('DE12 '),
  'digits with separators': over('4-'),
  'digits with encoded blanks': over('1%20'),
  'digits far apart': over(`1${' '.repeat(500)}`),
  'groups of four on lines': over('4111\n'),
  'decimals': over('1.'),
  'numerals without a point': over('1', 'a.'),
  'hexadecimal digits': over('0123456789abcdef'),
  'Base64 letters': over('QUJD'),
  'lines of Base64': over(`${'QUJD'.repeat(16)}\n`),
  'equals signs': over('='),
  'names without values': over('=&'),
  'one name over and over': over('a=1&'),
  'values of nobody': over('cvv2=123&'),
  'ampersands': over('&'),
  'quotes': over('"'),
  'names with open quotes': over('a="'),
  'names and quoted values': over('a="",'),
  'apostrophes': over('\''),
  'braces': over('{', '', ''),
  'brackets': over('['),
  'closed brackets': (characters) => '['.repeat(characters / 2) + ']'.repeat(characters / 2),
  'log within log': (characters) => '{"log":'.repeat(characters / 8) + '1' + '}'.repeat(characters / 8),
  'semicolons and blanks': over('; '),
  'semicolons': over(';', 'x'),
  'commas': over(','),
  'backslashes': over('\\'),
  'carets': over('^'),
  'backticks': over('`'),
  'slashes': over('/', 'x'),
  'addresses': over('http://a?b#'),
  'paths of the interface': over('/api', '\n', 'https://a'),
  'begins of keys': over('-----BEGIN PRIVATE KEY-----\n'),
  'begins of keys, each of another kind': (characters) =>
    Array.from({ length: characters / 32 }, (_, index) => `-----BEGIN A${String(index).padStart(6, '0')} KEY-----\n`).join(''),
  'ends of keys': over('-----END PRIVATE KEY-----\n'),
  'begins and ends of keys': over('-----BEGIN A-----\n-----END A-----\n'),
  'key headers': over('Proc-Type: 4,ENCRYPTED DEK-Info: '),
  'names of secrets': over('control '),
  'authorizations': over('OAuth oauth_nonce '),
  'headers of PowerShell': over('-Headers @{', '', 'Invoke-WebRequest '),
  'labels of signed texts': over('base string ', '', 'x\n'),
  'labels on lines': over('control text:\n'),
  'words of a command': over('-H \'a: b\' ', '', 'curl '),
  'an open quote of a command': over('$\'\\x', '', 'curl '),
  'status lines': over('HTTP/1.1 200\n'),
  'dates with blanks': over(' ', 'x', 'HTTP/1.1 200\ndate: x'),
  'months and blanks': over('jan '),
  'surrogates without a partner': over('\ud83d'),
  'emoji': over('\u{1f4b3}'),
  'letters that grow in the other case': over('\u0130'),
  'marks above and below by turns': over('\u0301\u0316', '', 'a'),
  'marks of two orders, with width': over('\u302e\u{1d165}', '', 'a'),
  'letters of many parts': over('\ufdfa'),
  'word joiners': over('4\u2060'),
}

const atoms = [
  ' ', '\t', '\n', '\r\n', 'a', 'Z', '0', '4', '41', '=', '&', '%', '%20', '%3D', '%25', '+', '-', '_', '.', '/', ':', '//', '?', '#',
  '"', '\'', '`', '{', '}', '[', ']', '(', ')', '<', '>', '@', ';', ',', '\\', '^', '*', 'X', '\u00a0', '\u2013', '\u0301', '\u{1f4b3}',
  'curl ', 'OAuth ', 'control=', 'oauth_signature', 'https://', '/api/', '-----BEGIN ', '-----END ', 'POST&', 'date:', 'base string',
]

/** Attacks composed at random from pieces; the same seed gives the same ones. */
export function randomAttacks(count: number, seed: number): { readonly [name: string]: HostileText } {
  const piece = fc.constantFrom(...atoms)
  const few = fc.array(piece, { maxLength: 3 }).map((found) => found.join(''))
  const made = fc.record({ begin: few, unit: fc.array(piece, { minLength: 1, maxLength: 3 }).map((found) => found.join('')), end: few })
  return Object.fromEntries(fc.sample(made, { numRuns: count, seed }).map(({ begin, unit, end }) =>
    [`${JSON.stringify(begin)} ${JSON.stringify(unit)} … ${JSON.stringify(end)}`, over(unit, end, begin)]))
}
