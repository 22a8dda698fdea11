/** `npm run -s inspect`: why a request was refused. Standard output carries one line of JSON, nothing else. */
import { createPublicKey, type KeyObject } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { isOperationId, operationIds } from '#shared/gateway/operations.ts'
import { defaultSwitches } from '#shared/gateway/switches.ts'
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

const failure = await run()
if (failure !== null) {
  process.stderr.write(`${failure} See --help.\n`)
  process.exitCode = 2
}

async function run(): Promise<string | null> {
  const options = {
    'file': { type: 'string' }, 'public-key': { type: 'string' }, 'secret-env': { type: 'string' },
    'operation': { type: 'string' }, 'endpoint': { type: 'string' }, 'entry-point': { type: 'string', multiple: true },
    'currency': { type: 'string' }, 'help': { type: 'boolean' },
  } as const
  let values
  try {
    ({ values } = parseArgs({ options, allowPositionals: false }))
  } catch (error) {
    return error instanceof Error ? error.message : 'The arguments are invalid.'
  }
  if (values.help === true) {
    process.stdout.write(usage)
    return null
  }
  if (values.file === undefined) return 'Give the file that contains the request: --file REQUEST.txt.'
  const { operation = null, endpoint = null } = values
  if (operation !== null && !isOperationId(operation)) return `Unknown operation: ${operation}.`
  const text = read(values.file === '-' ? 0 : values.file)
  if (text === null) return `The file ${values.file} cannot be read.`
  const key = values['public-key'] === undefined ? null : publicKey(values['public-key'])
  if (typeof key === 'string') return key
  const secretName = values['secret-env']
  const secret = secretName === undefined ? null : process.env[secretName] ?? null
  if (secretName !== undefined && secret === null) return `The environment variable ${secretName} is not set.`
  const {
    causes, suspicion, alsoPossible, vector, verdict, compared, expected, corrected, recognised, findings, tried,
  } = await diagnose({
    text, hints: { operation, endpointId: endpoint }, switches: defaultSwitches,
    keys: key === null ? [] : [{ key, causes: [] }],
    ...secretMatchers(secret),
    otherEntryPoints: [...(values['entry-point'] ?? []), ...(endpoint === null ? [] : [endpoint])],
    endpointCurrency: values.currency ?? null, limitMs, now: Date.now(), nonceUse: null,
  })
  const shown = ({ id, explanation, fix }: typeof causes[number]) => ({ id, explanation, fix })
  process.stdout.write(`${JSON.stringify({
    verdict, compared, causes: causes.map(shown), suspicion, alsoPossible: alsoPossible.map(shown), expected, corrected,
    recognised, findings, tried, vector: vector === null ? null : JSON.parse(vector) as unknown,
  })}\n`)
  return null
}

function secretMatchers(secret: string | null): Pick<DiagnosisInput, 'matchControl' | 'matchHmac'> {
  if (secret === null) return { matchControl: null, matchHmac: null }
  const tried = [{ secret, causes: [] }]
  return {
    matchControl: async (control, candidates) => matchControls(control, tried, candidates),
    matchHmac: async (request) => matchHmacs(request, tried),
  }
}

function read(file: string | 0): string | null {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return null
  }
}

/** The public key of a PEM file, or what is wrong with it. */
function publicKey(file: string): KeyObject | string {
  const pem = read(file)
  if (pem === null) return `The file ${file} cannot be read.`
  // SECURITY: a private key has no business here, although its public half could be taken from it.
  if (pem.includes('PRIVATE KEY')) return 'This is a private key. Give the public key; the private key is not needed.'
  try {
    const key = createPublicKey(pem)
    return key.asymmetricKeyType === 'rsa' ? key : 'The key is no RSA key.'
  } catch {
    return `The file ${file} contains no public key in PEM format.`
  }
}
