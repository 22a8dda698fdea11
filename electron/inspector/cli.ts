/** `npm run -s inspect`: why a request was refused. Standard output contains one line of JSON, nothing else. */
import { isCurrencyCode } from '#shared/gateway/numbers/currencies.ts'
import { isOperationId, operationIds } from '#shared/gateway/operations/operations.ts'
import { defaultSwitches } from '#shared/gateway/operations/switches.ts'
import { success } from '#shared/result.ts'
import { readPublicKey, readText, runTool } from '../common/processes/command-line.ts'
import { matchControls, matchHmacs } from '../common/matching/match.ts'
import { diagnose } from './diagnose.ts'
import type { DiagnosisInput } from './diagnosis-input.ts'

const usage = `npm run -s inspect -- --file REQUEST.txt [--public-key KEY.pem] [--secret-env NAME]
                     [--operation ID] [--endpoint ID] [--entry-point ID …] [--currency CODE]

Reads a request as it was pasted (curl, PowerShell, raw HTTP, HAR, an Authorization header with URL and body, a log line,
a base string) and prints JSON: {"verdict":"valid|explained|unexplained","causes":[{"id","explanation","fix"}],
"expected":{"baseString"} or {"controlText"}, …}. The secret is read from the environment variable that --secret-env
names, never from the command line. Nothing is sent. --file - reads standard input.

Operations: ${operationIds.join(', ')}
`
const limitMs = 20_000

const options = {
  'file': { type: 'string' }, 'public-key': { type: 'string' }, 'secret-env': { type: 'string' },
  'operation': { type: 'string' }, 'endpoint': { type: 'string' }, 'entry-point': { type: 'string', multiple: true },
  'currency': { type: 'string' },
} as const

await runTool({ usage, options }, async (values) => {
  if (values.file === undefined) return 'Give the file that contains the request: --file REQUEST.txt.'
  const { operation = null, endpoint = null, currency = null } = values
  if (operation !== null && !isOperationId(operation)) return `Unknown operation: ${operation}.`
  if (currency !== null && !isCurrencyCode(currency)) {
    return `Unknown currency: ${currency}. Give a three-letter code in capital letters: --currency JPY.`
  }
  const text = readText(values.file)
  if (text === null) return `The file ${values.file} cannot be read.`
  const key = values['public-key'] === undefined ? success(null) : readPublicKey(values['public-key'], 'rsa')
  if (!key.ok) return key.failure
  const secretName = values['secret-env']
  // A file with Windows line ends leaves a carriage return behind the secret; no secret ends with one.
  const secret = secretName === undefined ? null : process.env[secretName]?.trim() ?? ''
  if (secret === '') return `The environment variable ${secretName ?? ''} is not set, or is empty.`
  const {
    causes, suspicion, alsoPossible, vector, verdict, compared, expected, corrected, recognised, findings, tried,
  } = await diagnose({
    text, hints: { operation, endpointId: endpoint }, switches: defaultSwitches,
    keys: key.value === null ? [] : [{ key: key.value, causes: [] }],
    ...secretMatchers(secret),
    otherEntryPoints: [...(values['entry-point'] ?? []), ...(endpoint === null ? [] : [endpoint])],
    endpointCurrency: currency, limitMs, now: Date.now(), nonceUse: null,
  })
  const shown = ({ id, explanation, fix }: typeof causes[number]) => ({ id, explanation, fix })
  process.stdout.write(`${JSON.stringify({
    verdict, compared, causes: causes.map(shown), suspicion, alsoPossible: alsoPossible.map(shown), expected, corrected,
    recognised, findings, tried, vector: vector === null ? null : JSON.parse(vector) as unknown,
  })}\n`)
  return null
})

function secretMatchers(secret: string | null): Pick<DiagnosisInput, 'matchControl' | 'matchHmac'> {
  if (secret === null) return { matchControl: null, matchHmac: null }
  const tried = [{ secret, causes: [] }]
  return {
    matchControl: async (control, candidates) => matchControls(control, tried, candidates),
    matchHmac: async (request) => matchHmacs(request, tried),
  }
}
