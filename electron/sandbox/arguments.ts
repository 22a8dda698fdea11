/** The command line of the stand-alone gateway. */
import { withoutEnd } from '#shared/text-end.ts'
import { parseArgs } from 'node:util'
import { failed, success, type Result } from '#shared/result.ts'
import type { FaultShares } from './faults/fault-shares.ts'
import { defaultDelayMs, faultKinds, type FaultKind } from './faults/faults.ts'
import { merchant } from './requests/merchant.ts'
import type { Readings } from './requests/readings.ts'

export interface Arguments {
  readonly port: number
  readonly productWord: string
  readonly publicKeyFile: string | null
  readonly processingMs: number
  readonly ledger: string | null
  readonly merchantControl: string
  readonly tls: boolean
  readonly publicUrl: string | null
  readonly clockWindowSeconds: number | null
  readonly faultShares: FaultShares
  readonly readings: Readings
}

export const usage = `Usage: npm run -s sandbox -- [options]

A payment gateway on this computer, for trying a client: it checks every control and every signature.
It prints one line of JSON when it listens and runs until it is ended.

  --port N              Port on 127.0.0.1; 0, the default, takes a free one
  --product-word WORD   Word in paths and field names; default gw
  --public-key FILE     The merchant's RSA public key (SPKI PEM); without it version 4 is answered with 403
  --processing-ms N     Milliseconds until an order is final; default 2000
  --ledger FILE         Keeps orders, cards and nonces over a restart; without it they are forgotten at the end
  --merchant-control S  The secret that controls are checked with; default ${merchant.merchantControl}
  --tls                 Listens with https. A certificate for localhost and 127.0.0.1 is created for this run; the line of
                        JSON names its file, certificateFile, for clients to trust
  --public-url URL      What clients call the sandbox, for example behind a tunnel (https://gate.example). Base strings
                        are checked against it, and the addresses of its pages start with it; without it the URL of
                        the request counts: localhost and 127.0.0.1 are both right, each as it is called
  --clock-window N      Refuses version 4 requests whose oauth_timestamp is more than N seconds from the clock here; without
                        it every time is right
  --fault KIND=PERCENT  Spoils that share of the answers of every operation, counted: of each 100, so many. May be given
                        several times. Kinds: ${faultKinds.slice(0, 6).join(', ')},
                        ${faultKinds.slice(6).join(', ')}
  --slow-ms N           How late a slow answer is; default ${defaultDelayMs}

Other readings of the interface, each a strict one:
  --recurrent-control-without-entry-point   The control of a recurrent payment has no endpoint or group id
  --oauth-header-only                       OAuth parameters stand in the header and must not stand in the body
  --minor-units-always-two                  Minor units have two digits in every currency
  --browser-fields-prefixed                 Browser fields of a sale are all named customer_browser_…
  --expire-year-four-digits                 expire_year has four digits
  --pan-eligibility-hmac-sha1               pan-eligibility is signed with HMAC-SHA1

  --help                Prints this
`

const options = {
  port: { type: 'string', default: '0' },
  'product-word': { type: 'string', default: 'gw' },
  'public-key': { type: 'string' },
  'processing-ms': { type: 'string', default: '2000' },
  ledger: { type: 'string' },
  tls: { type: 'boolean', default: false },
  'public-url': { type: 'string' },
  'clock-window': { type: 'string' },
  fault: { type: 'string', multiple: true, default: [] as string[] },
  'slow-ms': { type: 'string', default: String(defaultDelayMs) },
  'merchant-control': { type: 'string', default: merchant.merchantControl },
  'recurrent-control-without-entry-point': { type: 'boolean', default: false },
  'oauth-header-only': { type: 'boolean', default: false },
  'minor-units-always-two': { type: 'boolean', default: false },
  'browser-fields-prefixed': { type: 'boolean', default: false },
  'expire-year-four-digits': { type: 'boolean', default: false },
  'pan-eligibility-hmac-sha1': { type: 'boolean', default: false },
  help: { type: 'boolean', default: false },
} as const

/** Parses the words after the command: `help`, the arguments, or a sentence about the error. */
export function readArguments(words: readonly string[]): Result<Arguments | 'help', string> {
  try {
    const { values } = parseArgs({ args: [...words], options, allowPositionals: false })
    if (values.help) return success('help')
    const port = wholeNumber(values.port, 65_535)
    if (port === null) return failed('--port must be a number from 0 to 65535.')
    const processingMs = wholeNumber(values['processing-ms'], 86_400_000)
    if (processingMs === null) return failed('--processing-ms must be a number of milliseconds, a day at most.')
    const productWord = values['product-word']
    if (!/^[A-Za-z0-9-]{1,40}$/.test(productWord)) return failed('--product-word must be letters, digits and dashes.')
    if (values['merchant-control'] === '') return failed('--merchant-control must not be empty.')
    const clockWindow = values['clock-window'] === undefined ? null : wholeNumber(values['clock-window'], 86_400)
    if (values['clock-window'] !== undefined && clockWindow === null) {
      return failed('--clock-window must be a number of seconds, a day at most.')
    }
    const publicUrl = values['public-url'] === undefined ? null : readPublicUrl(values['public-url'])
    if (publicUrl === undefined) {
      return failed('--public-url must be an http or https address without user, query and fragment.')
    }
    const slowMs = wholeNumber(values['slow-ms'], 86_400_000)
    if (slowMs === null) return failed('--slow-ms must be a number of milliseconds, a day at most.')
    const percent = readShares(values.fault)
    if (percent === null) return failed('--fault must be a kind of fault, = and a percentage from 0 to 100: slow=10.')
    return success({
      port, productWord, processingMs,
      publicKeyFile: values['public-key'] ?? null,
      ledger: values.ledger ?? null,
      merchantControl: values['merchant-control'],
      tls: values.tls,
      publicUrl,
      clockWindowSeconds: clockWindow,
      faultShares: { percent, slowMs },
      readings: {
        recurrentControlStartsWithEntryPoint: !values['recurrent-control-without-entry-point'],
        oauthParametersInBody: !values['oauth-header-only'],
        minorUnitDigits: values['minor-units-always-two'] ? 'always-two' : 'iso-4217',
        browserFieldNames: values['browser-fields-prefixed'] ? 'prefixed' : 'document',
        expireYearDigits: values['expire-year-four-digits'] ? 4 : 2,
        panEligibilitySignature: values['pan-eligibility-hmac-sha1'] ? 'HMAC-SHA1' : 'RSA-SHA256',
      },
    })
  } catch (error) {
    return failed(error instanceof Error ? error.message.replace(/\s+/g, ' ') : 'The arguments could not be read.')
  }
}

/** The address without its final slash, as clients write it before the product word; undefined if invalid. */
function readPublicUrl(text: string): string | undefined {
  const url = URL.parse(text)
  const isPlain = url !== null && ['http:', 'https:'].includes(url.protocol) && url.username === '' && url.password === ''
    && url.search === '' && url.hash === ''
  return isPlain ? withoutEnd(url.href, '/') : undefined
}

/** Null if one of them is not a share. */
function readShares(typed: readonly string[]): FaultShares['percent'] | null {
  const percent: Partial<Record<FaultKind, number>> = {}
  for (const text of typed) {
    const [name, amount = ''] = text.split('=', 2)
    const kind = faultKinds.find((one) => one === name)
    const share = wholeNumber(amount, 100)
    if (kind === undefined || share === null) return null
    percent[kind] = share
  }
  return percent
}

function wholeNumber(text: string, most: number): number | null {
  const number = /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN
  return number <= most ? number : null
}
