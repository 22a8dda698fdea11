/** The real desk behind the real bridge; everything that crosses it and every file it writes is searched. */
import { randomBytes } from 'node:crypto'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync, type SQLOutputValue } from 'node:sqlite'
import { expect } from 'vitest'
import type { CallInput, CallName, CallOutput } from '#shared/ipc/contract.ts'
import type { Failure } from '#shared/model/answers/failure.ts'
import type { Result } from '#shared/result.ts'
import { createLog } from '../../../electron/common/processes/log.ts'
import { writePieces } from '../../../electron/common/files/streamed-file.ts'
import { serveCalls } from '../../../electron/ipc/serve.ts'
import type { CallEvent, OwnPage } from '../../../electron/ipc/sender.ts'
import type { Planted } from '../../support/canary/canaries.ts'
import { filesBelow, searchFor, type Canary, type Finding } from '../../support/canary/search.ts'
import { open, type TestDesk } from '../desk/support.ts'

type Answer<Name extends CallName> = Result<CallOutput<Name>, Failure>

export interface WatchedDesk extends Pick<TestDesk, 'folder' | 'clock'> {
  /** Calls as the page does, and searches the reply for planted values. */
  ask<Name extends CallName>(name: Name, input: CallInput<Name>, about?: string): Promise<Answer<Name>>
  /** Calls without searching the reply; events and files are searched. */
  askUnwatched<Name extends CallName>(name: Name, input: CallInput<Name>): Promise<Answer<Name>>
  /** Like `ask`, expecting success. */
  get<Name extends CallName>(name: Name, input: CallInput<Name>, about?: string): Promise<CallOutput<Name>>
  /** From now on searches for this value too. */
  watchFor(canary: Canary): void
  /** Ends the desk and returns all findings: in replies, events, and files. */
  end(): Promise<readonly Finding[]>
}

/** Opens a desk. Saved files go to its folder; the chosen files are the planted key. */
export async function openWatched(planted: Planted): Promise<WatchedDesk> {
  const canaries = [...planted.canaries]
  const findings: Finding[] = []
  let search = searchFor(canaries)
  let folder = ''
  const saved = (name: string): string => {
    mkdirSync(join(folder, 'saved'), { recursive: true })
    return join(folder, 'saved', `${randomBytes(4).toString('hex')}-${name}`)
  }
  const desk = await open({
    vaultProcess: true,
    log: (event, fields) => { createLog({ folder: join(folder, 'logs'), module: 'main' }).info(event, fields) },
    system: {
      chooseTextFile: async () => planted.encryptedPem,
      chooseSaveDestination: async (name) => ({ fileName: name, write: (pieces) => writePieces(saved(name), pieces) }),
    },
  })
  folder = desk.folder
  const invoke = bridgeTo(desk, createLog({ folder: join(folder, 'logs'), module: 'bridge' }))

  const watched: WatchedDesk = {
    folder, clock: desk.clock,
    async ask(name, input, about = '') {
      const answer = await invoke(name, input)
      findings.push(...search(`${name}${about === '' ? '' : `, ${about}`}`, JSON.stringify(answer)))
      return answer
    },
    askUnwatched: (name, input) => invoke(name, input),
    async get(name, input, about = '') {
      const answer = await this.ask(name, input, about)
      if (!answer.ok) expect.fail(`${name}, ${about}: ${JSON.stringify(answer.failure)}`)
      return answer.value
    },
    watchFor(canary) {
      canaries.push(canary)
      search = searchFor(canaries)
    },
    async end() {
      for (const { name, payload } of desk.events) findings.push(...search(`the event ${name}`, JSON.stringify(payload)))
      for (const { path, bytes } of filesBelow(folder).filter(({ path: of }) => /journal\.db-/.test(of))) {
        findings.push(...search(`${path} before the end`, bytes))
      }
      await desk.end()
      for (const { path, bytes } of filesBelow(folder).filter(isOurs)) findings.push(...search(path, bytes))
      for (const { path } of filesBelow(folder).filter(isDatabase)) {
        findings.push(...search(`the rows of ${path}`, rowsOf(join(folder, path))))
      }
      return [...new Set(findings)]
    },
  }
  return watched
}

/** The ledger belongs to the gateway, which may have card numbers. */
const isOurs = ({ path }: { readonly path: string }): boolean => !path.startsWith('ledger')

const isDatabase = ({ bytes }: { readonly bytes: Buffer }): boolean => bytes.subarray(0, 15).toString() === 'SQLite format 3'

/**
 * Every cell of every table, with the terms of the search index: long values are spread over several pages of the
 * file.
 */
function rowsOf(path: string): string {
  const database = new DatabaseSync(path, { readOnly: true })
  try {
    const named = database.prepare('SELECT name FROM sqlite_schema WHERE type = \'table\'').all()
    const tables = named.map(({ name }) => String(name))
    return tables.map((table) => {
      const rows = database.prepare(`SELECT * FROM "${table}"`)
      rows.setReadBigInts(true)
      return rows.all().flatMap((row) => Object.values(row).map(textOf)).join('\n')
    }).join('\n')
  } finally {
    database.close()
  }
}

function textOf(cell: SQLOutputValue): string {
  return cell instanceof Uint8Array ? Buffer.from(cell).toString('latin1') : String(cell)
}

function bridgeTo(desk: TestDesk, log: Parameters<typeof serveCalls>[0]['log']) {
  const sender = {}
  const frame = { origin: 'app://bundle', parent: null }
  const page: OwnPage = { origin: 'app://bundle', isSender: (one) => one === sender }
  const serve = serveCalls({ desk: desk.calls, page, log })
  return async <Name extends CallName>(name: Name, input: CallInput<Name>): Promise<Answer<Name>> => {
    const event: CallEvent = { sender, senderFrame: frame }
    return await serve(name, event, [input]) as Answer<Name>
  }
}
