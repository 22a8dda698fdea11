/**
 * `npm run -s verify-journal`: verifies a copy of a journal with the public key, and prints the result as a line of
 * JSON.
 */
import type { KeyObject } from 'node:crypto'
import { headsFormat, type SignedHead } from '#shared/model/history/journal-head.ts'
import { failed, success, type Result } from '#shared/result.ts'
import { readPublicKey, readText, runTool } from '../common/processes/command-line.ts'
import { verifyFromOutside } from './proof/outside.ts'

const usage = `npm run -s verify-journal -- --journal FILE --public-key KEY.pem [--heads HEADS.jsonl]

Verifies a backup or another closed copy of a journal with the public key that Gateway Console saved under Data and audit,
without any of its secrets, and prints JSON: {"verdict":"proven|unproven|broken","links","newestHead","behindNewestHead",
"epochs","firstBreak",…}. --heads takes heads that were saved earlier: a journal that was put back to an older state does
not have them. Nothing is changed. Exit code: 0 proven, 1 not proven or broken, 2 not verified.
`

const options = { 'journal': { type: 'string' }, 'public-key': { type: 'string' }, 'heads': { type: 'string' } } as const

await runTool({ usage, options }, ({ journal, 'public-key': keyFile, heads: headsFile }) => {
  if (journal === undefined) return 'Give a copy of the journal: --journal FILE.'
  if (keyFile === undefined) return 'Give the public key: --public-key KEY.pem.'
  const key = readPublicKey(keyFile, 'ed25519')
  if (!key.ok) return key.failure
  const heads = headsFile === undefined ? success([]) : savedHeads(headsFile)
  if (!heads.ok) return heads.failure
  const verified = verifyFromOutside(journal, pemOf(key.value), heads.value)
  if (!verified.ok) return verified.failure
  process.stdout.write(`${JSON.stringify(verified.value)}\n`)
  process.exitCode = verified.value.verdict === 'proven' ? 0 : 1
  return null
})

/** Reads saved heads: a line that names the format, then one head per line. Signatures are verified later. */
function savedHeads(file: string): Result<SignedHead[], string> {
  const text = readText(file)
  if (text === null) return failed(`The file ${file} cannot be read.`)
  try {
    const [first, ...heads] = text.split('\n').filter((line) => line !== '').map((line): unknown => JSON.parse(line))
    const isOurs = typeof first === 'object' && first !== null && 'format' in first && first.format === headsFormat
    if (isOurs && heads.every(isHead)) return success(heads)
  } catch {
    // Not JSON: reported below.
  }
  return failed(`The file ${file} contains no saved heads.`)
}

function isHead(value: unknown): value is SignedHead {
  if (typeof value !== 'object' || value === null) return false
  const texts = ['journal', 'link', 'at', 'keyId', 'signature']
  const numbers = ['number', 'epoch', 'position']
  return texts.every((name) => typeof Reflect.get(value, name) === 'string')
    && numbers.every((name) => typeof Reflect.get(value, name) === 'number')
}

function pemOf(key: KeyObject): string {
  return key.export({ type: 'spki', format: 'pem' }).toString()
}
