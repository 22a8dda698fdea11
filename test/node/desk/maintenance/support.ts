/** A journal file, a vault with its own memory, and the desk's functions for both: signing, verifying, removing. */
import { DatabaseSync } from 'node:sqlite'
import type { UtcTime } from '#shared/brands.ts'
import type { Customer } from '#shared/model/payments/customer.ts'
import type { Verification } from '#shared/model/history/maintenance.ts'
import { digestOf } from '../../../../electron/common/signatures/log-digest.ts'
import { audit } from '../../../../electron/desk/maintenance/audit.ts'
import { backups, type Backups } from '../../../../electron/desk/maintenance/backups.ts'
import { countCustomer, eraseCustomer } from '../../../../electron/desk/maintenance/erasure.ts'
import { mutex } from '../../../../electron/desk/maintenance/mutex.ts'
import { countOlder, deleteOlder } from '../../../../electron/desk/maintenance/retention.ts'
import type { Services } from '../../../../electron/desk/services.ts'
import { historySigning } from '../../../../electron/desk/maintenance/signing.ts'
import type { Signing } from '../../../../electron/desk/maintenance/signing.ts'
import { verifyHistory } from '../../../../electron/desk/maintenance/verify.ts'
import type { Connection } from '../../../../electron/journal/connection.ts'
import { createJournal } from '../../../../electron/journal/journal.ts'
import type { JournalPort } from '../../../../electron/journal/port.ts'
import { startWithJournal } from '../../../../electron/journal/recovery/start.ts'
import { maintenanceWithoutThread } from '../../../../electron/journal/recovery/methods.ts'
import { createMemoryKeychain } from '../../../../electron/vault/keychain/memory-keychain.ts'
import type { VaultPort } from '../../../../electron/vault/port.ts'
import { createVault } from '../../../../electron/vault/vault.ts'
import { charge, entryId, observation, outcome } from '../../journal/samples.ts'
import { freshPath, onTestEnd, valueOf } from '../../journal/with-journal.ts'

/** A vault whose keychain is this process's memory; another one over the same keychain is a restart. */
export function aVault(keychain = createMemoryKeychain()): VaultPort {
  return createVault({ keychain, keychainName: 'Test', wasInstalled: () => true, nativeModulePath: () => '' })
}

export interface History {
  readonly path: string
  readonly journal: JournalPort
  readonly connection: Connection
  readonly services: Services
  readonly signing: Signing
  readonly keeping: Backups
  readonly vault: VaultPort
  /** `setBack`: by how many milliseconds it was set back; the monotonic clock does not notice that. */
  readonly clock: { now: number; setBack: number }
  readonly progress: { readonly task: string; readonly done: number; readonly total: number | null }[]
  /** The scheduled functions. */
  readonly scheduled: readonly (() => void)[]
  verify(): Promise<Verification>
  /** Quits and opens the file again, with the same keychain. */
  again(): Promise<History>
  /** Ends the run, lets an attacker with the file and SQLite change it and hide that, and opens it again. */
  attacked(action: (file: DatabaseSync) => void, how?: { coveringUp: boolean }): Promise<History>
}

export const noon = Date.UTC(2026, 10, 20, 12)

/** Opens a history. Nothing is signed before `signing` is called, so that positions are the same every time. */
export function openHistory({ path = freshPath(), vault = aVault(), now = noon, quarantineDevelopment = false }: {
  path?: string; vault?: VaultPort; now?: number; quarantineDevelopment?: boolean
} = {}): History {
  const { journal, connection } = startHere(path, quarantineDevelopment)
  const clock = { now, setBack: 0 }
  const scheduled: (() => void)[] = []
  const schedule = (_delayMs: number, callback: () => void) => {
    scheduled.push(callback)
    return () => undefined
  }
  const base = {
    vault, log: () => undefined,
    system: {
      now: () => clock.now, monotonic: () => clock.now + clock.setBack, description: { osUser: 'm.keller' }, schedule,
    },
    settings: { read: () => ({ operatorName: 'Maria Keller', notFoundAfterMinutes: 120 }) },
    profiles: { get: () => ({ name: 'Shop' }) },
    users: { actor: () => ({ kind: 'os-user' }) },
  }
  const services = { ...base, journal } as unknown as Services
  const signing = historySigning(services, (link) => { void keeping.endIsMissing(link) })
  const progress: History['progress'] = []
  const emit = (_name: string, payload: unknown) => { progress.push(payload as History['progress'][number]) }
  const silent = { entriesCame: () => undefined, warned: () => undefined }
  const keeping = backups(services, mutex(), signing, silent)
  const end = async () => {
    await signing.finish()
    await journal.close()
  }
  return {
    path, journal, connection, services, signing, keeping, vault, clock, progress, scheduled,
    verify: () => valueOf(verifyHistory(services, emit as never)),
    async again() {
      await end()
      return openHistory({ path, vault, now: clock.now })
    },
    async attacked(action, { coveringUp } = { coveringUp: true }) {
      await end()
      const file = new DatabaseSync(path, { enableForeignKeyConstraints: false })
      const triggers = file.prepare(`SELECT name, sql FROM sqlite_schema WHERE type = 'trigger'`).all()
      for (const { name } of triggers) file.exec(`DROP TRIGGER ${String(name)}`)
      file.exec('PRAGMA ignore_check_constraints = ON')
      action(file)
      for (const { sql } of coveringUp ? triggers : []) file.exec(String(sql))
      file.close()
      return openHistory({ path, vault, now: clock.now })
    },
  }
}

/** The journal as a start of the application opens it, in this thread. */
function startHere(path: string, quarantineDevelopment: boolean): { journal: JournalPort; connection: Connection } {
  const started = startWithJournal(path, new Date(noon).toISOString() as UtcTime, { quarantineDevelopment })
  if (!started.ok) throw new Error(`not started: ${JSON.stringify(started.failure)}`)
  const { connection, beginning } = started.value
  const journal = createJournal(connection, { ...maintenanceWithoutThread, beginning })
  onTestEnd(() => journal.close())
  return { journal, connection }
}

/** Charges that were accepted and then approved: three events each. */
export async function charges(history: History, ...names: string[]): Promise<void> {
  for (const name of names) {
    await valueOf(history.journal.recordIntent(charge(name)))
    await valueOf(history.journal.recordOutcome(outcome(name)))
    await valueOf(history.journal.recordObservation(observation(name, { status: 'approved' })))
  }
}

/**
 * A history with three charges and one audit line. In the chain: events 1 to 3 and the first head at positions 1 to
 * 4, the audit line at 5, events 4 to 9 at 6 to 11, the second head at 12.
 */
export async function signedHistory(vault?: VaultPort): Promise<History> {
  const history = openHistory(vault === undefined ? {} : { vault })
  await charges(history, 'one')
  await history.signing.finish()
  await valueOf(audit(history.services, 'profile-changed', 'Shop', 'login: shop → other'))
  await charges(history, 'two', 'three')
  await history.signing.finish()
  return history
}

/** Deletes entries that are older than this many months, as a person does: counted, then confirmed. */
export async function deleteOlderThan(history: History, months: number): Promise<number> {
  const { entries } = await valueOf(countOlder(history.services, months))
  const emit = (_name: string, payload: unknown) => { history.progress.push(payload as never) }
  return (await valueOf(deleteOlder(history.services, emit as never, { months, entries }))).deleted
}

/** Erases a customer's content, as a person does: counted, then confirmed. */
export async function erase(history: History, customer: Customer, reason = 'asked by letter') {
  const counted = await valueOf(countCustomer(history.services, customer))
  const { deleted } = await valueOf(eraseCustomer(history.services, () => undefined, { customer, ...counted, reason }))
  return { ...counted, deleted }
}

/** Computes the chain again, as an attacker who has the file and knows the program, but not the key. */
export function relink(file: DatabaseSync, from = 1): void {
  const columns = {
    event: 'id, entry, kind, at, facts, content_digest',
    audit: 'id, at, os_user, name, action, subject, detail, count, same_merchants, life_steps',
    head: 'id, journal, number, epoch, position, at, key_id, signature',
  }
  const rows = file.prepare('SELECT position, kind, ref FROM chain WHERE position >= ? ORDER BY position').all(from)
  const start = file.prepare('SELECT link FROM chain WHERE position = ?').get(from - 1)
  let before = start === undefined ? '0'.repeat(64) : Buffer.from(start.link as Uint8Array).toString('hex')
  for (const { position, kind, ref } of rows as { position: number; kind: keyof typeof columns; ref: number }[]) {
    const row = file.prepare(`SELECT ${columns[kind]} FROM ${kind} WHERE id = ?`).get(ref)!
    before = digestOf([before, position, kind, ...Object.values(row)])
    file.prepare('UPDATE chain SET link = ? WHERE position = ?').run(Buffer.from(before, 'hex'), position)
  }
}

/** The same without the heads after the first `kept`, as if they had never existed. */
export function relinkWithoutHeads(file: DatabaseSync, kept = 0): void {
  file.prepare('DELETE FROM head WHERE id > ?').run(kept)
  const rows = file.prepare(`SELECT kind, ref, link FROM chain WHERE kind <> 'head' OR ref <= ? ORDER BY position`).all(kept)
  file.exec('DELETE FROM chain')
  rows.forEach(({ kind, ref, link }, index) => {
    file.prepare('INSERT INTO chain VALUES (?, ?, ?, ?)').run(index + 1, kind!, ref!, link!)
  })
  relink(file)
}

/** Changes an amount and hides it: computes all links again, and removes the heads after the first `heads`. */
export const forge = (heads = 0) => (file: DatabaseSync): void => {
  file.exec(`UPDATE event SET facts = replace(facts, '"1015"', '"9915"') WHERE id = 4`)
  relinkWithoutHeads(file, heads)
}

/** Cuts off everything from an event on, with the heads after it. */
export function cutOff(file: DatabaseSync, event: number): void {
  const { position } = file.prepare(`SELECT position FROM chain WHERE kind = 'event' AND ref = ?`).get(event)!
  file.prepare(`DELETE FROM head WHERE id IN (SELECT ref FROM chain WHERE kind = 'head' AND position > ?)`).run(position!)
  for (const sql of ['entry WHERE seq', 'content WHERE event', 'event WHERE id']) file.prepare(`DELETE FROM ${sql} >= ?`).run(event)
  file.prepare('DELETE FROM chain WHERE position >= ?').run(position!)
}

export { charge, entryId, observation, outcome, valueOf, type UtcTime }
