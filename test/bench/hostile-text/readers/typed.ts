/** Texts that are typed or pasted outside the inspector, or sent by a compromised window. */
import { holdsCardNumber } from '#shared/gateway/numbers/luhn.ts'
import { maskFreeText, maskValue } from '#shared/gateway/requests/masking.ts'
import { fieldKeys } from '#shared/gateway/fields/fields.ts'
import { operations } from '#shared/gateway/operations/operations.ts'
import { idsInText, withoutCardNumbers } from '#shared/gateway/fields/text-ids.ts'
import { normaliseValues } from '#shared/gateway/requests/validation.ts'
import { csvRow, spreadsheetText } from '#shared/csv.ts'
import { normaliseBaseUrl } from '#shared/model/values/base-url.ts'
import { originOf } from '#shared/model/profiles/merchant.ts'
import { normaliseProxyUrl } from '#shared/model/profiles/network-rules.ts'
import { readSupportMail } from '#shared/model/profiles/support-mail.ts'
import { pastedCharge } from '#shared/pasted-charge.ts'
import { readTypedAddress } from '#shared/model/profiles/typed-address.ts'
import { typedProfileDraftSchema } from '#shared/model/profiles/typed-profile.ts'
import { readTypedSecret } from '#shared/model/profiles/typed-secret.ts'
import { typedDay } from '#shared/typed-day.ts'
import { typedDecimals } from '#shared/typed-decimals.ts'
import { readSearch } from '#shared/typed-search.ts'
import { looksLikeRequest } from '#shared/inspector/reading/looks-like-request.ts'
import { longestPasted } from '#shared/inspector/reading/pasted.ts'
import { describeError } from '../../../../electron/common/processes/log.ts'
import { redact } from '../../../../electron/common/processes/redact.ts'
import { wantedWords } from '../../../../electron/journal/search/search-match.ts'
import { mostOfOneText, oneWord, wordsOf } from '../../../../electron/journal/write/search-terms.ts'
import { readersOf } from '../reader.ts'

const pasted = 65_536
/** `mostOfAField` of the contract. */
const field = 70_000
/** `historyFilterSchema`: the text of a search. */
const search = 10_000

const noWords = { states: new Map(), operations: new Map(), merchants: new Map() }

export const typedReaders = {
  ...readersOf(pasted, 'characters', {
    'free text, masked': maskFreeText,
    'a card number, masked': (text) => maskValue('card-number', text),
    'free text that may hold a card number': holdsCardNumber,
    'a pasted control secret': (text) => [readTypedSecret(text), readTypedSecret(`merchant_control="${text}"`)],
    'a pasted address of a gateway': (text) => [readTypedAddress(text), readTypedAddress(`https://gate.example/${text}`)],
    'a base URL': (text) => [normaliseBaseUrl(text), normaliseBaseUrl(`https://a/${text}`), originOf(`https://${text}`)],
    'a proxy': (text) => [normaliseProxyUrl(text), normaliseProxyUrl(`http://${text}`)],
    'a typed profile': (text) => typedProfileDraftSchema.safeParse({
      name: text, login: text, productWord: text, gateway: { kind: 'address', baseUrl: text }, entryPoints: [],
    }),
    'a cell of a spreadsheet': (text) => csvRow([spreadsheetText(text)]),
    'a line of the log': redact,
    'an error in the log': (text) => {
      const error = new Error(text)
      error.stack = `Error\n    at ${text}`
      return describeError(error)
    },
    'ids of a pasted text': idsInText,
    'the charge that a pasted text is about': pastedCharge,
    'a typed search without card numbers': withoutCardNumbers,
  }),
  ...readersOf(longestPasted - 200, 'characters', {
    'a pasted mail of gateway support': readSupportMail,
    'a value in a mail of gateway support': (text) => readSupportMail(`Login: acme\nControl key: secret-1\nEndpoint: ${text}`),
    'an address in a mail of gateway support': (text) => readSupportMail(`URL: https://a.example/${text}\nSecret key: ${text}`),
    'a text that may be a request': looksLikeRequest,
  }, false),
  ...readersOf(field, 'characters', {
    'a value of every field': (text) =>
      normaliseValues(operations['recurrent-payment'], Object.fromEntries(fieldKeys.map((key) => [key, text]))),
  }),
  ...readersOf(mostOfOneText, 'characters', { 'words of a description': wordsOf, 'an id of an entry': oneWord }),
  ...readersOf(search, 'characters', {
    'a day in a search': (text) => typedDay(text),
    'conditions in a search': (text) => readSearch(text, noWords, { year: 2026, month: 11, day: 21 }),
    'an amount in a search': (text) => typedDecimals(text),
    'a search': (text) => wantedWords({ text, states: [], operations: [], profileId: null }),
  }),
}
