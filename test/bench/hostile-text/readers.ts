/**
 * Every function that reads text from outside. A new one belongs into this list: the benchmark and the test of the
 * attacks take it from here. Each is called with a hostile text and must not throw.
 */
import { callbackSignedText, looksLikeCallback, missingFields } from '#shared/gateway/callback.ts'
import { readCallbackText } from '#shared/gateway/callback-text.ts'
import { replyWithoutEcho, sentSecrets } from '#shared/gateway/echo.ts'
import { parseForm } from '#shared/gateway/form.ts'
import { holdsCardNumber } from '#shared/gateway/luhn.ts'
import { maskFreeText, maskRawReply, maskReplyFields, maskValue } from '#shared/gateway/masking.ts'
import { toMinorUnits } from '#shared/gateway/money.ts'
import { nonceInBaseString, parseAuthorizationHeader } from '#shared/gateway/oauth.ts'
import { operations } from '#shared/gateway/operations.ts'
import { judgeReply } from '#shared/gateway/outcome.ts'
import { lastValueWasCut, readReply, type Reply } from '#shared/gateway/reply.ts'
import { momentRange } from '#shared/gateway/resolution.ts'
import { defaultSwitches } from '#shared/gateway/switches.ts'
import { idsInText, withoutCardNumbers } from '#shared/gateway/text-ids.ts'
import { csvRow, spreadsheetText } from '#shared/csv.ts'
import { compareTexts, piecesOfOne } from '#shared/inspector/compare.ts'
import { controlTextSides } from '#shared/inspector/control/sides.ts'
import { rightControlPlan } from '#shared/inspector/control/right-plan.ts'
import { correctedCurl } from '#shared/inspector/corrected.ts'
import { readBackBaseString } from '#shared/inspector/from-base-string.ts'
import { readGiven, type GivenRequest } from '#shared/inspector/given.ts'
import { maskedNames } from '#shared/inspector/masked-values.ts'
import { baseStringSides } from '#shared/inspector/oauth/sides.ts'
import { fullyDecoded, hiddenValues, maskPastedUrl } from '#shared/inspector/pasted-values.ts'
import { protocolBreaks } from '#shared/inspector/protocol-causes.ts'
import { nothingPasted, type Pasted } from '#shared/inspector/reading/pasted.ts'
import { readPasted } from '#shared/inspector/reading/read-pasted.ts'
import { recogniseUrl } from '#shared/inspector/recognise.ts'
import { normaliseBaseUrl } from '#shared/model/base-url.ts'
import { takeAddressApart } from '#shared/model/typed-address.ts'
import { readTypedSecret } from '#shared/model/typed-secret.ts'
import { describeError } from '../../../electron/common/log.ts'
import { signatureReadings } from '../../../electron/common/matching/signature-readings.ts'
import { redact } from '../../../electron/common/redact.ts'
import { besideTheProof } from '../../../electron/inspector/beside.ts'
import { typedDecimals } from '#shared/typed-decimals.ts'
import { typedDay } from '../../../electron/journal/search/typed-day.ts'
import { wantedWords } from '../../../electron/journal/search/search-match.ts'
import { oneWord, wordsOf } from '../../../electron/journal/search/search-terms.ts'
import { readProfilesFile } from '../../../electron/profiles/file-format.ts'
import { readOAuthHeader } from '../../../electron/sandbox/oauth-header.ts'
import { pathOf } from '../../../electron/sandbox/wire.ts'
import { readPrivateKey } from '../../../electron/vault/key-import.ts'
import { findPrivateKey } from '../../../electron/vault/pem.ts'

/** A promise is waited for. */
export type Reader = (text: string) => unknown

const url = 'https://gateway.example/gw/api/v2/sale/1144'
const asked = { merchantOrderId: 'order-1', orderId: null }
const secrets = sentSecrets(
  { values: { cardNumber: '4444333322221111', cardVerificationValue: '444', cardHolder: 'aaaaaaaaaaaaaaaaaaaab' } },
  { body: `control=${'0123456789abcdef'.repeat(2)}01234567`, authorization: null },
)

/** A body as the client decodes it: it has no half characters. */
const replyOf = (body: string): Reply => readReply({ httpStatus: 200, contentType: '', body: body.toWellFormed() }, 'gw')
const inField = (text: string): string => `type=status-response\n&status=approved\n&merchantdata=${text}\n&name=x\n`
const given = (parts: Partial<Pasted>, text: string): GivenRequest =>
  readGiven({ ...nothingPasted, form: 'parts', url, ...parts, body: parts.body ?? `control=x&${text}` }, { operation: null, endpointId: null }, defaultSwitches)
const surroundings = { switches: defaultSwitches, endpointCurrency: null, otherEntryPoints: [] }

function controlSidesOf(text: string): unknown {
  const request = given({ controlText: text }, `client_orderid=${encodeURIComponent(text.toWellFormed())}&cvv2=123`)
  const plan = rightControlPlan(request, surroundings)
  return plan === null ? null : controlTextSides(text, plan, hiddenValues(request, defaultSwitches))
}

export const readers: { readonly [name: string]: Reader } = {
  'a reply': (text) => replyOf(text),
  'a field of a reply': (text) => replyOf(inField(text)),
  'a reply, judged': (text) => judgeReply(operations.status, replyOf(inField(text)), asked),
  'a reply, cut or not': (text) => lastValueWasCut(text),
  'a reply, masked': (text) => maskRawReply(replyOf(text)),
  'a field of a reply, masked': (text) => maskRawReply(replyOf(inField(text))),
  'fields of a reply, masked': (text) => maskReplyFields(replyOf(text).fields),
  'a reply without its echo': (text) => replyWithoutEcho(replyOf(text), secrets),
  'a field of a reply without its echo': (text) => replyWithoutEcho(replyOf(inField(text)), secrets),
  'an id of a reply without its echo': (text) => replyWithoutEcho(replyOf(`type=x\n&gw-order-id=${text}\n`), secrets),
  'a date of a reply': (text) => [momentRange(text), momentRange(`2026-11-20 10:00:00.${text}`)],
  'an amount of a reply': (text) => toMinorUnits(text, 2),
  'free text, masked': maskFreeText,
  'a card number, masked': (text) => maskValue('card-number', text),
  'free text that may hold a card number': holdsCardNumber,
  'a form': parseForm,
  'a pasted control secret': (text) => [readTypedSecret(text), readTypedSecret(`merchant_control="${text}"`)],
  'a pasted address of a gateway': (text) => [takeAddressApart(text), takeAddressApart(`https://gate.example/${text}`)],
  'a pasted callback': readCallbackText,
  'a text that may be a callback': looksLikeCallback,
  'fields of a callback': (text) => {
    const fields = parseForm(text)
    return [missingFields(fields, 'callback'), callbackSignedText([...fields, ['status', text]])]
  },
  'a cell of a spreadsheet': (text) => csvRow([spreadsheetText(text)]),
  'a line of the log': redact,
  'an error in the log': (text) => {
    const error = new Error(text)
    error.stack = `Error\n    at ${text}`
    return describeError(error)
  },
  'a nonce of a base string': (text) => [nonceInBaseString(text), nonceInBaseString(`POST&https%3A%2F%2Fa&${text}`)],
  'an Authorization header': (text) => [parseAuthorizationHeader(text), parseAuthorizationHeader(`OAuth ${text}`)],
  'an Authorization header at the sandbox': (text) => [readOAuthHeader(text), readOAuthHeader(`OAuth ${text}`)],
  'a request target at the sandbox': (text) => [pathOf(text), pathOf(`http://${text}`)],
  'a pasted text': readPasted,
  'a pasted curl': (text) => readPasted(`curl ${url} -H "Authorization: OAuth ${text}" --data-raw '${text}`),
  'a pasted curl of Windows': (text) => readPasted(`curl ^"${url}^" ^\n --data ^"${text}`),
  'a pasted curl, quoted for escapes': (text) => readPasted(`curl ${url} -d $'${text}`),
  'a pasted command of PowerShell': (text) => readPasted(`Invoke-WebRequest -Uri "${url}" -Headers @{${text}} -Body "${text}`),
  'a pasted HTTP request': (text) => readPasted(`POST /gw/api/v2/sale/1 HTTP/1.1\nHost: a\nA: ${text}\n\n${text}\nbase string: x`),
  'a pasted HTTP request with its reply': (text) => readPasted(`POST /gw/api/v2/sale/1\n\na=b\nHTTP/1.1 200\ndate: ${text}`),
  'a pasted HAR': (text) => readPasted(JSON.stringify({ log: { entries: [{ request: { method: 'POST', url: url + text, headers: [], postData: { text } } }] } })),
  'a pasted request with its base string': (text) => readPasted(`${url}\nbase string: ${text}\nOAuth realm="${text}`),
  'a pasted request': (text) => given({ headers: [['Authorization', `OAuth ${text}`]] }, text),
  'masked values of a pasted request': (text) => maskedNames(given({}, text), defaultSwitches),
  'hidden values of a pasted request': (text) => hiddenValues(given({}, text), defaultSwitches),
  'broken rules of a pasted request': (text) => protocolBreaks(given({}, text)),
  'findings beside a pasted request': (text) => besideTheProof(given({}, text), { now: 0, nonceUse: null }),
  'a pasted request, put right': (text) => correctedCurl(given({ url: `${url}/${text}` }, text.toWellFormed()), defaultSwitches),
  'an address of a pasted request': (text) => [recogniseUrl(url + text, defaultSwitches), recogniseUrl(text, defaultSwitches), maskPastedUrl(`//${text}`)],
  'a pasted base string': readBackBaseString,
  'two base strings': (text) => baseStringSides(text, `POST&x&${text}x`, 'given', given({}, text), defaultSwitches),
  'two control texts': controlSidesOf,
  'two texts, compared': (text) => compareTexts(text, `x${[...text].reverse().join('')}`),
  'a text, shown': piecesOfOne,
  'a text in many layers': fullyDecoded,
  'a signature': signatureReadings,
  'a key file': findPrivateKey,
  'a key file, opened': (text) => readPrivateKey(text, 'passphrase'),
  'a body of a key file': (text) => readPrivateKey(`-----BEGIN PRIVATE KEY-----\n${text.slice(64)}\n-----END PRIVATE KEY-----`, ''),
  'a body of an encrypted key file':
    (text) => readPrivateKey(`-----BEGIN ENCRYPTED PRIVATE KEY-----\n${text.slice(128)}\n-----END ENCRYPTED PRIVATE KEY-----`, 'passphrase'),
  'ids of a pasted text': idsInText,
  'a typed search without card numbers': withoutCardNumbers,
  'words to be found': wordsOf,
  'an id to be found': oneWord,
  'a day in a search': (text) => typedDay(text),
  'an amount in a search': (text) => typedDecimals(text),
  'a search': (text) => wantedWords({ text, states: [], operations: [], profileId: null }),
  'a profiles file': readProfilesFile,
  'a base URL': (text) => [normaliseBaseUrl(text), normaliseBaseUrl(`https://a/${text}`)],
}
