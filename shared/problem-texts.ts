import type { ProblemCode } from './gateway/requests/validation.ts'

/** Texts of a field's problems, for the page and for files. A text with several parts is chosen by its count. */
export const problemTexts = {
  'required': 'Required',
  'too-long': 'Too long: at most {most}.',
  'too-short': 'Too short: at least {least}.',
  'not-well-formed': 'Contains an invalid character. Retype it.',
  'control-character': 'Contains a line break or an invisible control character. Remove it.',
  'amount-comma': 'Use a point for decimals: 10.15',
  'amount-format': 'Enter digits, with a point for decimals: 10.15',
  'amount-decimals': '{currency} has no decimals. | {currency} has at most {allowed} decimal. | {currency} has at most {allowed} decimals.',
  'amount-zero': 'Must be greater than 0',
  'currency-unknown': 'Not a currency code. Enter three capital letters, such as USD.',
  'currency-fixed': 'This endpoint accepts {currency} only.',
  'ip-address': 'Not an IP address. Example: 203.0.113.9 or 2001:db8::7',
  'digits-only': 'Enter digits only.',
  'card-number': 'Not a card number: the check digit is wrong.',
  'month': 'Enter a month from 1 to 12.',
  'year': 'Enter a year with two or four digits.',
  'choice': 'Choose one of: {choices}.',
  'yes-no': 'Choose yes or no.',
  'web-address': 'Enter a whole address that begins with http:// or https://.',
  'holds-card-number': 'Contains a card number. Remove it: it would be stored and sent in clear text.',
  'holds-confidential': 'Contains an account or document number of this payment. Choose another id: it would be stored in clear text.',
  'one-of-two': 'Fill in either this field or “{other}”, not both.',
} as const satisfies Readonly<Record<ProblemCode, string>>
