/** Entry of the stand-alone gateway (`npm run -s sandbox`). Standard output contains only one line of JSON. */
import '../common/files/owner-umask.ts'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { textOfBytes } from '../common/files/text-of-bytes.ts'
import { readArguments, usage, type Arguments } from './arguments.ts'
import { runSandbox, type RunningSandbox } from './run.ts'
import type { ServerCertificate } from './http/server-certificate.ts'
import { unknownFieldsLine } from './requests/unknown-fields.ts'

const read = readArguments(process.argv.slice(2))
if (!read.ok) {
  printError(`${read.failure} See --help.`)
  process.exitCode = 2
} else if (read.value === 'help') {
  process.stdout.write(usage)
} else {
  await runCli(read.value)
}

async function runCli(given: Arguments): Promise<void> {
  const publicKeyPem = given.publicKeyFile === null ? null : readKeyFile(given.publicKeyFile)
  if (publicKeyPem === undefined) {
    process.exitCode = 1
    return
  }
  const isTemporary = given.ledger === null || given.tls
  const temporary = isTemporary ? mkdtempSync(join(tmpdir(), 'gateway-console-sandbox-')) : null
  const removeTemporary = () => {
    if (temporary !== null) rmSync(temporary, { recursive: true, force: true })
  }
  const certificate = given.tls ? await certificateFor(given) : null
  const started = await runSandbox({
    ...given, publicKeyPem, ledgerPath: given.ledger ?? temporary ?? '', certificate,
    onUnknownFields: (fields) => { printError(unknownFieldsLine(fields)) },
    onDefect: (error) => { printError(`An unforeseen error; its request was answered with 500: ${nameOf(error)}`) },
  })
  if (!started.ok) {
    printError(`The sandbox did not start. ${started.failure.detail}`)
    removeTemporary()
    process.exitCode = 1
    return
  }
  if (publicKeyPem === null) {
    printError('No --public-key was given: version 4 operations are answered with 403. Give the SPKI PEM file of your key.')
  }
  const certificateFile = certificate === null || temporary === null ? null : join(temporary, 'certificate.pem')
  if (certificate !== null && certificateFile !== null) writeFileSync(certificateFile, certificate.certificate)
  endOnSignal(started.value, removeTemporary)
  process.stdout.write(`${JSON.stringify(announcement(started.value, given, certificateFile))}\n`)
}

async function certificateFor({ publicUrl }: Arguments): Promise<ServerCertificate> {
  // Loaded only if it is used.
  const { createServerCertificate } = await import('./http/server-certificate.ts')
  return await createServerCertificate(publicUrl === null ? [] : [hostOf(publicUrl)], Date.now())
}

/** The host of a URL, without the brackets of an IPv6 address. */
function hostOf(url: string): string {
  return new URL(url).hostname.replace(/^\[|\]$/g, '')
}

function announcement(
  { description, localUrl }: RunningSandbox, { merchantControl, publicUrl }: Arguments, certificateFile: string | null,
): object {
  const { baseUrl, examples, ...rest } = description
  return {
    baseUrl, ...(publicUrl !== null && { localUrl }), ...(certificateFile !== null && { certificateFile }), ...rest,
    merchantControl, examples,
  }
}

function endOnSignal(sandbox: RunningSandbox, removeTemporary: () => void): void {
  let ending = false
  const end = () => {
    if (ending) return
    ending = true
    void sandbox.close().then(() => {
      removeTemporary()
      process.exit(0)
    })
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, end)
}

/** The content of the key file; undefined if it cannot be read, after the reason was printed. */
function readKeyFile(path: string): string | undefined {
  try {
    return textOfBytes(readFileSync(path))
  } catch (error) {
    printError(`The public key file can't be read (${nameOf(error)}).`)
    return undefined
  }
}

function nameOf(error: unknown): string {
  const code: unknown = error instanceof Error ? Reflect.get(error, 'code') : undefined
  return typeof code === 'string' ? code : error instanceof Error ? error.name : typeof error
}

function printError(sentence: string): void {
  process.stderr.write(`${sentence}\n`)
}
