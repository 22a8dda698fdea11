/**
 * The ledger: one line of JSON for each request, appended and flushed to the disk before the reply is sent. It is the
 * record of what happened. The first line has the format and the number from which ids start.
 */
import { randomBytes } from 'node:crypto'
import {
  closeSync, constants, fstatSync, fsyncSync, ftruncateSync, mkdirSync, openSync, readFileSync, readSync, statSync,
  writeSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import type { TypedCard } from './cards.ts'
import { lockLedger } from './ledger-lock.ts'
import type { Order, Transaction } from './orders.ts'
import type { AuthenticationStep } from './ways.ts'

/**
 * A registered card with the results of the predefined card it was created from; a typed card has the approved one's.
 */
export interface RegisteredCard {
  readonly cardReference: string
  readonly seededReference: string
  /** Absent in older ledgers and for predefined cards. */
  readonly typed?: TypedCard
  /** Version 4 assigns three more ids (§2.3). */
  readonly recurringPaymentId: string | null
  readonly destinationCardReference: string | null
  readonly destinationRecurringPaymentId: string | null
}

/**
 * One answered request. A line with an order or transaction is a request that moved money, whether or not its sender
 * got the reply.
 */
export interface LedgerLine {
  /** ISO 8601, UTC. */
  readonly at: string
  readonly serialNumber: string
  /** The id of the operation in the catalogue. */
  readonly operation: string
  /** `endpoint 1001` or `group 2001`. */
  readonly entryPoint: string
  /** Of an OAuth request with a valid signature. */
  readonly nonce?: string
  /** The error message of a refusal; it contains names of parameters, never their values. */
  readonly refused?: string
  readonly order?: Order
  readonly card?: RegisteredCard
  /** A refund, void or capture. */
  readonly transaction?: Transaction
  /** A step of an order's 3-D Secure. */
  readonly step?: AuthenticationStep
}

/** A callback that its receiver accepted, or that was given up: it is not sent again after a restart. */
export interface CallbackLine {
  /** ISO 8601, UTC. */
  readonly at: string
  /** The serial number of the order or later transaction that it reported. */
  readonly callbackOf: string
  readonly taken: boolean
}

/** The kinds of lines after the first. */
export type LedgerEntry = LedgerLine | CallbackLine

interface Heading {
  readonly ledger: 'built-in gateway'
  readonly version: 1
  /** Milliseconds since 1970 at its creation, so that ids of a later ledger never repeat an earlier one's. */
  readonly firstNumber: number
  /** The key that seals the issuer's answers; absent in older ledgers. */
  readonly issuerKey?: string
}

export interface Ledger {
  readonly firstNumber: number
  readonly issuerKey: string
  /** Its content when it was opened. */
  readonly lines: readonly LedgerEntry[]
  /** Returns after the line is on the disk; throws, with nothing written, if that fails. */
  append(line: LedgerEntry): void
  close(): void
}

/** The file is not a ledger, or is damaged in another line than the last. */
export class LedgerUnreadable extends Error {
  override readonly name = 'LedgerUnreadable'
}

/** The file of a ledger, from a path to a file or to an existing folder. */
export function ledgerFile(path: string): string {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true ? join(path, 'ledger.jsonl') : path
}

/** Every request in a ledger's file now, without an incomplete last line. Throws `LedgerUnreadable`. */
export function readLedger(path: string): readonly LedgerLine[] {
  return read(readFileSync(ledgerFile(path))).lines.filter(isRequest)
}

/** True for the line of a request. */
export function isRequest(line: LedgerEntry): line is LedgerLine {
  return 'operation' in line
}

/**
 * Opens or creates a ledger. Drops an incomplete last line, as after a power cut: its reply was never sent. Throws
 * `LedgerUnreadable` for other damage, `LedgerInUse` while another process has it open, and errors of the file system.
 */
export function openLedger(path: string, now: () => number): Ledger {
  const file = ledgerFile(path)
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
  const descriptor = openSync(file, constants.O_RDWR | constants.O_CREAT, 0o600)
  let unlock = () => undefined as void
  try {
    refuseOtherFile(descriptor)
    unlock = lockLedger(file)
    const { heading, lines, length } = read(readFileSync(descriptor))
    const writer = createWriter(descriptor, length)
    const issuerKey = heading?.issuerKey ?? randomBytes(24).toString('base64url')
    const used = heading ?? { ledger: 'built-in gateway', version: 1, firstNumber: now(), issuerKey }
    if (heading === null) {
      writer.append(used)
      flushFolder(dirname(file))
    }
    return {
      firstNumber: used.firstNumber,
      issuerKey,
      lines,
      append(line) { writer.append(line) },
      close() {
        closeSync(descriptor)
        unlock()
      },
    }
  } catch (error) {
    closeSync(descriptor)
    unlock()
    throw error
  }
}

function createWriter(descriptor: number, startLength: number): { append(value: Heading | LedgerEntry): void } {
  let length = startLength
  const cutBack = () => {
    if (fstatSync(descriptor).size > length) ftruncateSync(descriptor, length)
  }
  cutBack()
  return {
    append(value) {
      const bytes = Buffer.from(`${JSON.stringify(value)}\n`)
      try {
        for (let written = 0; written < bytes.length;) {
          written += writeSync(descriptor, bytes, written, bytes.length - written, length + written)
        }
        fsyncSync(descriptor)
      } catch (error) {
        cutBack()
        throw error
      }
      length += bytes.length
    },
  }
}

/** Prevents that a power cut loses the new file's name with all its lines. Windows cannot flush a folder. */
function flushFolder(folder: string): void {
  if (process.platform === 'win32') return
  const descriptor = openSync(folder, 'r')
  try {
    fsyncSync(descriptor)
  } finally {
    closeSync(descriptor)
  }
}

function read(bytes: Buffer): { heading: Heading | null; lines: LedgerEntry[]; length: number } {
  const length = bytes.lastIndexOf(0x0a) + 1
  const values = bytes.subarray(0, length).toString('utf8').split('\n').slice(0, -1).map(parseLine)
  const [heading, ...lines] = values
  if (heading === undefined) {
    // SECURITY: another file, named by mistake, must not be truncated.
    if (!isTornHeading(bytes.toString('utf8'))) throw new LedgerUnreadable('the file is no ledger of this gateway')
    return { heading: null, lines: [], length: 0 }
  }
  if (!isHeading(heading)) throw new LedgerUnreadable('the file is no ledger of this gateway')
  if (!lines.every(isEntry)) throw new LedgerUnreadable('a line of the ledger is damaged')
  return { heading, lines, length }
}

/** Called before locking, so that no lock file is created beside another file. */
function refuseOtherFile(descriptor: number): void {
  const start = Buffer.alloc(headingStart.length)
  const length = readSync(descriptor, start, 0, start.length, 0)
  if (!isTornHeading(start.toString('utf8', 0, length))) throw new LedgerUnreadable('the file is no ledger of this gateway')
}

const headingStart = '{"ledger":"built-in gateway","version":1,"firstNumber":'

function isTornHeading(text: string): boolean {
  return headingStart.startsWith(text) || text.startsWith(headingStart)
}

function parseLine(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return null
  }
}

function isHeading(value: unknown): value is Heading {
  return typeof value === 'object' && value !== null && 'ledger' in value && value.ledger === 'built-in gateway'
    && 'version' in value && value.version === 1 && 'firstNumber' in value && Number.isSafeInteger(value.firstNumber)
    && (!('issuerKey' in value) || typeof value.issuerKey === 'string')
}

function isEntry(value: unknown): value is LedgerEntry {
  if (typeof value !== 'object' || value === null || !('at' in value) || typeof value.at !== 'string') return false
  return 'callbackOf' in value
    ? typeof value.callbackOf === 'string'
    : 'serialNumber' in value && typeof value.serialNumber === 'string' && 'operation' in value
}
