/** Shared parts of the command line tools: their arguments and input files. */
import { createPublicKey, type KeyObject } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { parseArgs, type ParseArgsConfig } from 'node:util'
import { failed, success, type Result } from '#shared/result.ts'
import { textOfBytes } from '../files/text-of-bytes.ts'

type Options = NonNullable<ParseArgsConfig['options']>
type Parsed<Known extends Options> = ReturnType<typeof parseArgs<{ options: Known; allowPositionals: boolean }>>

/** The values of a tool's options, by their names. */
export type Values<Known extends Options> = Parsed<Known>['values']

/**
 * Runs a tool with the arguments of this process. `--help` prints `usage`. `run` receives the values and, where the
 * tool has `commands`, the first argument without a name, or null. It returns null on success, or the reason why it
 * did nothing: that is printed to standard error, with exit code 2.
 */
export async function runTool<const Known extends Options>(
  { usage, options, commands = false }: { usage: string; options: Known; commands?: boolean },
  run: (values: Values<Known>, command: string | null) => string | null | Promise<string | null>,
): Promise<void> {
  const problem = process.argv.includes('--help') ? help(usage) : await runWith(options, commands, run)
  if (problem === null) return
  process.stderr.write(`${problem} See --help.\n`)
  process.exitCode = 2
}

function help(usage: string): null {
  process.stdout.write(usage)
  return null
}

async function runWith<const Known extends Options>(
  options: Known, commands: boolean,
  run: (values: Values<Known>, command: string | null) => string | null | Promise<string | null>,
): Promise<string | null> {
  let parsed: Parsed<Known>
  try {
    parsed = parseArgs({ options, allowPositionals: commands })
  } catch (error) {
    return error instanceof Error ? error.message : 'The arguments are invalid.'
  }
  return await run(parsed.values, parsed.positionals[0] ?? null)
}

/** The text of a file, or of standard input for `-`; null where it cannot be read. */
export function readText(file: string): string | null {
  try {
    return textOfBytes(readFileSync(file === '-' ? 0 : file))
  } catch {
    return null
  }
}

/** The public key in a PEM file; the failure is a sentence. */
export function readPublicKey(file: string, kind: 'rsa' | 'ed25519'): Result<KeyObject, string> {
  const pem = readText(file)
  if (pem === null) return failed(`The file ${file} cannot be read.`)
  // SECURITY: a private key must not be handed around, although its public half could be read from it.
  if (pem.includes('PRIVATE KEY')) return failed('This is a private key. Give the public key; the private key is not needed.')
  try {
    const key = createPublicKey(pem)
    return key.asymmetricKeyType === kind ? success(key) : failed(`The key is no ${kind === 'rsa' ? 'RSA' : 'Ed25519'} key.`)
  } catch {
    return failed(`The file ${file} contains no public key in PEM format.`)
  }
}
