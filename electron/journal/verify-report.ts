/** `npm run -s verify-report`: verifies the signature of an investigation report with the desk's public key alone. */
import { readFileSync } from 'node:fs'
import { readPublicKey, runTool } from '../common/processes/command-line.ts'
import { checkReport, type ReportVerdict } from '../common/signatures/report-signature.ts'

const usage = `npm run -s verify-report -- --report FILE --public-key KEY.pem

Checks an investigation report, PDF or text, with the public key that Gateway Console saved under Data and audit, and prints
one sentence. A valid signature proves what that desk recorded, not what the gateway did. Exit code: 0 signed, 1 changed,
2 not checked, 3 signed with another key, 4 not signed.
`

const verdicts = {
  'signed': [0, 'The signature is valid: the file is as that desk wrote it.'],
  'changed': [1, 'The signature is not valid: the file was changed after it was signed.'],
  'other-key': [3, 'The report is signed with another key. Ask for the public key of the desk that wrote it.'],
  'not-signed': [4, 'The file has no signature at its end: it was not signed, or its end is missing.'],
} as const satisfies Readonly<Record<ReportVerdict, readonly [exitCode: number, sentence: string]>>

const options = { 'report': { type: 'string' }, 'public-key': { type: 'string' } } as const

await runTool({ usage, options }, ({ report, 'public-key': keyFile }) => {
  if (report === undefined) return 'Give the report: --report FILE.'
  if (keyFile === undefined) return 'Give the public key: --public-key KEY.pem.'
  const key = readPublicKey(keyFile, 'ed25519')
  if (!key.ok) return key.failure
  const file = readBytes(report)
  if (file === null) return `The file ${report} cannot be read.`
  const [exitCode, sentence] = verdicts[checkReport(file, key.value)]
  process.stdout.write(`${sentence}\n`)
  process.exitCode = exitCode
  return null
})

function readBytes(file: string): Uint8Array | null {
  try {
    return readFileSync(file)
  } catch {
    return null
  }
}
