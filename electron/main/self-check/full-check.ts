/**
 * `--self-check=full`: checks a packaged application by starting it. The runs use a separate data folder and keychain
 * entries, which are removed afterwards. Prints one line per check.
 */
import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { CheckLine } from '#shared/model/application/app.ts'
import { withDeadline } from '../../common/processes/deadline.ts'
import { refusedExitCode } from '../command-line/refused-exit-code.ts'
import { checkedDataArgument, selfCheckArgument, trialMarker } from '../command-line/self-check-mode.ts'
import { dataPaths, type DataPaths } from '../installation/paths.ts'
import { fuseFile, fuseLine } from './fuses.ts'
import { printed } from './print.ts'

/** A run that takes longer is killed. */
const runLimitMs = 120_000
/** The data folder of runs that must be refused. */
const refusedData = 'refused'

export interface FullCheckParts {
  /** An empty folder for this check alone. */
  readonly folder: string
  /** The program of this process, and the arguments before its own (in a run from source: the application's folder). */
  readonly program: string
  readonly programArguments: readonly string[]
  readonly packaged: boolean
  /** Removes the keychain entries of the installation in this folder; false if some may remain. */
  readonly removeEntries: (data: DataPaths) => Promise<boolean>
  readonly print: (text: string) => Promise<void>
}

interface RunResult {
  /** Null if the program was ended by a signal, could not be started or did not end. */
  readonly code: number | null
  readonly output: string
}

/** Runs every check; true only if each result is `good`. */
export async function runFullCheck(parts: FullCheckParts): Promise<boolean> {
  const { folder, packaged, print } = parts
  const data = dataPaths(join(folder, 'data'))
  for (const one of [data.userData, join(folder, refusedData)]) {
    mkdirSync(one, { mode: 0o700 })
    writeFileSync(join(one, trialMarker), '')
  }
  let allGood = true
  const report = async (line: CheckLine) => {
    await print(printed([line]))
    allGood &&= line.result === 'good'
  }
  await report(packaged ? fusesOf(parts.program) : fromSource('fuses'))
  await report(packaged ? await refusedSwitches(parts) : fromSource('refused-switches'))
  for (const mode of ['charge', 'find'] as const) {
    const { code, output } = await runSelf(parts, [selfCheckArgument(mode)], data.userData)
    await print(output)
    if (code !== 0) allGood = false
    if (code === 0 || code === 1) continue
    await report({ id: mode, result: 'bad', detail: `The run ended with the code ${code ?? 'none'}.` })
  }
  await report(await removeTraces(parts, data))
  return allGood
}

function fromSource(id: string): CheckLine {
  return { id, result: 'warning', detail: 'Not checked: a run from source has none.' }
}

function fusesOf(program: string): CheckLine {
  const file = fuseFile(program, process.platform)
  return existsSync(file)
    ? fuseLine(readFileSync(file))
    : { id: 'fuses', result: 'bad', detail: 'The program that holds the fuses was not found.' }
}

async function refusedSwitches(parts: FullCheckParts): Promise<CheckLine> {
  const id = 'refused-switches'
  for (const attack of ['--remote-debugging-port=0', '--no-sandbox']) {
    const { code } = await runSelf(parts, [attack, selfCheckArgument('short')], join(parts.folder, refusedData))
    if (code !== refusedExitCode) {
      return { id, result: 'bad', detail: `Started with ${attack} it ended with the code ${code ?? 'none'}.` }
    }
  }
  return { id, result: 'good', detail: 'It does not start with a debugging port, nor without its sandbox.' }
}

async function runSelf(
  { program, programArguments }: FullCheckParts, words: readonly string[], userData: string,
): Promise<RunResult> {
  const child = spawn(program, [...programArguments, ...words, checkedDataArgument(userData)], { stdio: ['ignore', 'pipe', 'inherit'] })
  let output = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => { output += text })
  const code = new Promise<number | null>((resolve) => {
    child.once('error', () => { resolve(null) })
    child.once('close', resolve)
  })
  return {
    code: await withDeadline(code, runLimitMs, () => {
      child.kill('SIGKILL')
      return null
    }),
    output,
  }
}

async function removeTraces({ folder, removeEntries }: FullCheckParts, data: DataPaths): Promise<CheckLine> {
  const id = 'left-behind'
  const entriesGone = !existsSync(data.installationId) || await removeEntries(data)
  for (const name of ['data', refusedData]) {
    rmSync(join(folder, name), { recursive: true, force: true, maxRetries: 5, retryDelay: 200 })
  }
  return entriesGone
    ? { id, result: 'good', detail: 'The data of this check and its entries in the keychain were removed.' }
    : { id, result: 'bad', detail: 'Entries of this check may be left in the keychain, under a service of their own.' }
}
