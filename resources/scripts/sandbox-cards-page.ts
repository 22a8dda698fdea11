/** The page `docs/sandbox-cards.md` from the cards of the sandbox: `npm run docs`. */
import {
  extrasCardNumber, faultCards, onFileCards, refundFaultCards, sandboxTestCards, type SeededCard,
} from '../../electron/sandbox/orders/cards.ts'
import type { FaultKind } from '../../electron/sandbox/faults/faults.ts'
import { byCardVerificationValue, results, type ResultName } from '../../electron/sandbox/orders/results.ts'
import type { Way } from '../../electron/sandbox/orders/ways.ts'

const endings: Readonly<Partial<Record<ResultName, string>>> = {
  'unknown': 'unknown, permanently',
  'endless-processing': 'processing, permanently',
  'waits-for-cardholder': '3-D Secure with a challenge that can be passed',
}

const ways: Readonly<Record<Way, string>> = {
  'none': 'none',
  'frictionless': 'method page, then approved without a challenge',
  'challenge-passed': 'method page, then a challenge that can be passed',
  'challenge-failed': 'method page, then a challenge that always fails',
  'version-1-passed': 'version 1 that can be passed',
  'version-1-failed': 'version 1 that always fails',
}

const faults: Readonly<Record<FaultKind, string>> = {
  'slow': 'comes 20 s late',
  'no-answer': 'never comes',
  'reset-before-reading': 'the connection is reset, nothing was done',
  'reset-after-reading': 'the connection is reset',
  'truncated': 'breaks off in the middle',
  'cut-short': 'seems complete but ends after its first field',
  'status-500': 'HTTP 500',
  'html': 'an HTML page with status 200',
  'empty': 'an empty body with status 200',
  'error-reply': '`type=error` without an order id',
  'status-429': 'HTTP 429, nothing was done',
  'too-many-requests': '`type=error`, too many requests, nothing was done; the interface shows no such reply',
}

/** The whole page as Markdown. */
export function sandboxCardsPage(): string {
  return `# The cards of the sandbox

Generated from the sandbox (\`electron/sandbox/orders/cards.ts\`) by \`npm run docs\`; a test fails when the two differ. All of them are
invented. How the sandbox runs: [its README](../electron/sandbox/README.md).

## Cards on file
The card reference id decides how a recurrent payment or preauthorisation ends, and refunds, voids and captures of its order.

| card reference id | charge | afterwards |
|---|---|---|
${onFileCards.map((card) => `| ${card.cardReference} | ${endingOf(card.result)} | ${afterwards(card)} |`).join('\n')}

A \`cvv2\` overrides the card:

| cvv2 | charge |
|---|---|
${[...byCardVerificationValue].map(([value, result]) => `| ${value} | ${endingOf(result)} |`).join('\n')}
| any other | ${endingOf('declined')} |

An amount whose minor units end in 13 (\`13.13\`) is ${endingOf('no-funds')}, so \`enumerate_amounts=13.13,8.00\` approves 8.00.

## Faults
A charge of the first card, or a refund, void or capture of an order of the second, is carried out, and its answer is faulty. The
ledger and the status show the result.

| charge | refund, void, capture | the answer |
|---|---|---|
${faultCards.map(faultRow).join('\n')}

## Typed cards
Sale and preauthorisation take any valid card number; the outcome follows \`cvv2\`, approved without one. These numbers decide how the
cardholder authenticates:

| card number | 3-D Secure |
|---|---|
${sandboxTestCards.map(({ cardNumber, way }) => `| ${grouped(cardNumber)} | ${ways[way]} |`).join('\n')}
| ${grouped(extrasCardNumber)} | none; status replies carry loyalty, fees and other rare fields |

Any other number needs none, unless \`cvv2\` is 321: then it is challenged. Without authentication the order is
${endingOf('not-authenticated')}.
`
}

function endingOf(name: ResultName): string {
  const { status, error } = results[name]
  return endings[name] ?? (error === undefined ? status : `${status} (${error.code}, ${error.message})`)
}

function afterwards(card: SeededCard): string {
  if (card.refundResult !== 'approved') return `refunds and voids: ${endingOf(card.refundResult)}`
  if (!card.partialRefunds) return '`gate-partial-reversal` is `disabled`'
  return card.withExtras ? 'status replies carry loyalty, fees and other rare fields' : ''
}

function faultRow({ cardReference, fault }: SeededCard, index: number): string {
  const later = refundFaultCards[index]
  return `| ${cardReference} | ${later?.cardReference ?? ''} | ${fault === null ? '' : faults[fault]} |`
}

function grouped(cardNumber: string): string {
  return cardNumber.replace(/(.{4})(?=.)/g, '$1 ')
}
