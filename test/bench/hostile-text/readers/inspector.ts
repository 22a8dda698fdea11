/** Texts that are pasted into the inspector or sent to the sandbox; neither is read in main's thread. */
import { parseForm } from '#shared/gateway/encoding/form.ts'
import { nonceInBaseString, parseAuthorizationHeader } from '#shared/gateway/signing/oauth.ts'
import { defaultSwitches } from '#shared/gateway/operations/switches.ts'
import { correctedRequest } from '#shared/inspector/corrected-request.ts'
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
import { longestPasted, nothingPasted, type Pasted } from '#shared/inspector/reading/pasted.ts'
import { readPasted } from '#shared/inspector/reading/read-pasted.ts'
import { recogniseUrl } from '#shared/inspector/recognise.ts'
import { controlTargets } from '../../../../electron/common/matching/control-targets.ts'
import { signatureReadings } from '../../../../electron/common/matching/signature-readings.ts'
import { otherFindings } from '../../../../electron/inspector/beside.ts'
import { readOAuthHeader } from '../../../../electron/sandbox/requests/oauth-header.ts'
import { pathOf } from '../../../../electron/sandbox/http/wire.ts'
import { readersOf } from '../reader.ts'

const url = 'https://gateway.example/gw/api/v2/sale/1144'
const given = (parts: Partial<Pasted>, text: string): GivenRequest =>
  readGiven({ ...nothingPasted, form: 'parts', url, ...parts, body: parts.body ?? `control=x&${text}` }, { operation: null, endpointId: null }, defaultSwitches)
const surroundings = { switches: defaultSwitches, endpointCurrency: null, otherEntryPoints: [] }

function controlSidesOf(text: string): unknown {
  const request = given({ controlText: text }, `client_orderid=${encodeURIComponent(text.toWellFormed())}&cvv2=123`)
  const plan = rightControlPlan(request, surroundings)
  return plan === null ? null : controlTextSides(text, plan, hiddenValues(request, defaultSwitches))
}

const secret = { secret: 'made-up', causes: [] }

/** The text around a value in a pasted request. */
const around = 300

export const inspectorReaders = {
  ...readersOf(longestPasted - around, 'characters', {
    'a form': parseForm,
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
    'a pasted mail around an HTTP request': (text) => readPasted(`See\n> POST /gw/api/v2/sale/1 HTTP/1.1\n> Host: a\n> A: ${text}\n>\n> ${text}`),
    'a pasted HAR': (text) => readPasted(JSON.stringify({ log: { entries: [{ request: { method: 'POST', url: url + text, headers: [], postData: { text } } }] } })),
    'a pasted log of Apache HttpClient': (text) => readPasted(`>> "POST /gw HTTP/1.1[\\r][\\n]"\n>> "Host: a[\\r][\\n]"\n>> "[\\r][\\n]"\n>> "${text}"\n<< "${text}`),
    'a pasted log of Python': (text) => readPasted(`send: b'POST /gw HTTP/1.1\\r\\nHost: a\\r\\n\\r\\n${text}'\nheader: ${text}`),
    'a pasted trace of curl': (text) => readPasted(`=> Send header, 9 bytes (0x9)\n0000: POST /gw HTTP/1.1\n=> Send data, 9 bytes\n0000: ${text}`),
    'a pasted packet': (text) => readPasted(`IP a\nE..POST /gw HTTP/1.1\nHost: ${text}\n\n${text}\nIP b\n${text}`),
    'a pasted call of fetch': (text) => readPasted(`fetch("${url}", ${JSON.stringify({ body: text, headers: { [text]: text } })})`),
    'pasted fields of print_r': (text) => readPasted(`Array\n(\n    [control] => ${text}\n    [orderid] => 1\n)\n`),
    'pasted fields of var_dump': (text) => readPasted(`array(2) {\n  ["control"]=>\n  string(${Buffer.byteLength(text)}) "${text}"\n}`),
    'pasted fields in quotes': (text) => readPasted(`{"control"=>"${text}", "orderid"=>'${text}`),
    'pasted fields of a map': (text) => readPasted(`{control=${text}, orderid=${text}}`),
    'a pasted request with its base string': (text) => readPasted(`${url}\nbase string: ${text}\nOAuth realm="${text}`),
    'a pasted request': (text) => given({ headers: [['Authorization', `OAuth ${text}`]] }, text),
    'masked values of a pasted request': (text) => maskedNames(given({}, text), defaultSwitches),
    'hidden values of a pasted request': (text) => hiddenValues(given({}, text), defaultSwitches),
    'broken rules of a pasted request': (text) => protocolBreaks(given({}, text), defaultSwitches),
    'findings beside a pasted request': (text) => otherFindings(given({}, text), { now: 0, nonceUse: null, switches: defaultSwitches }),
    'a pasted request, put right': (text) => {
      const wrong = given({ url: `${url}/${text}` }, text.toWellFormed())
      return [correctedCurl(wrong, defaultSwitches), correctedRequest(wrong, defaultSwitches)]
    },
    'a pasted control': (text) => [controlTargets(text, secret), controlTargets(`SHA1(${text}`, secret)],
    'an address of a pasted request': (text) => [recogniseUrl(url + text, defaultSwitches), recogniseUrl(text, defaultSwitches), maskPastedUrl(`//${text}`)],
    'a pasted base string': readBackBaseString,
    'two base strings': (text) => baseStringSides(text, `POST&x&${text}x`, 'given', given({}, text), defaultSwitches),
    'two control texts': controlSidesOf,
    'two texts, compared': (text) => compareTexts(text, `x${[...text].reverse().join('')}`),
    'a text, shown': piecesOfOne,
    'a text in many layers': fullyDecoded,
    'a signature': signatureReadings,
  }, false),
}
