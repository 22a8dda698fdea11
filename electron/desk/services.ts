import type { CallName, EventName, EventPayload } from '#shared/ipc/contract.ts'
import type { AppDescription, CheckLine, ThirdPartyPackage } from '#shared/model/application/app.ts'
import type { OperationId } from '#shared/gateway/operations/operations.ts'
import type { PersonId } from '#shared/brands.ts'
import type { Person } from '#shared/model/application/access.ts'
import type { TableRefused } from '#shared/model/values/table.ts'
import type { Result } from '#shared/result.ts'
import type { LogFields } from '../common/processes/log.ts'
import type { DiagnosisPort } from '../inspector/port.ts'
import type { GatewayPort } from '../gateway/port.ts'
import type { OtherDesks } from '../journal/other-desks/port.ts'
import type { JournalPort } from '../journal/port.ts'
import type { ReconcilePort } from '../reconcile/port.ts'
import type { ProfilesPort } from '../profiles/port.ts'
import type { SandboxPort } from '../sandbox/port.ts'
import type { KeptColumns, NewestFile, SettingsPort } from '../settings/port.ts'
import type { TablesPort } from '../tables/port.ts'
import type { MembershipPort, TeamsPort } from '../team/port.ts'
import type { VaultPort } from '../vault/port.ts'
import type { AuditFile, AuditFileChoice } from './audit-file.ts'
import type { IssuerPages } from './issuer-pages.ts'
import type { Newest } from './newest-signed.ts'
import type { Printing } from './printing.ts'

/** The destination that a person chose for a file. */
export interface SaveDestination {
  readonly fileName: string
  /** Writes the chunks. On failure it rejects with the error of `pieces` or of the disk, and creates no file. */
  write(pieces: AsyncIterable<string | Uint8Array>): Promise<void>
}

/** The content of a table file that a person chose. */
interface TableFile {
  readonly fileName: string
  readonly bytes: Uint8Array<ArrayBuffer>
}

/** A question in a message box of the system. */
export interface OutsideQuestion {
  readonly question: string
  /** Lines below the question. */
  readonly details: readonly string[]
  /** The label of the button that confirms. */
  readonly action: string
}

/** Whether the disk with the data is encrypted; `unknown`: the system does not report it. */
export type DiskEncryption = 'on' | 'off' | 'unknown'

/** The desk's access to the computer; main implements it with Electron and Node. */
export interface System {
  readonly description: AppDescription
  /** Milliseconds since 1970 by the wall clock. */
  now(): number
  /** Milliseconds of the monotonic clock, which cannot be set and never runs backwards. */
  monotonic(): number
  /** Random bytes from the system's generator as lower-case hex. Its digits never look like a card number. */
  randomHex(bytes: number): string
  /** Copies text. Clears it after 30 s unless `lasting` is set or the clipboard changed. */
  copyText(text: string, lasting: boolean): Promise<void>
  /** Clears at once the text that would be cleared later. Never rejects. */
  clearClipboard(): Promise<void>
  /**
   * Shows a message box of the system, where Cancel is the default. Returns false after `lastsMs` milliseconds, and
   * while another question is open.
   */
  confirm(question: OutsideQuestion, lastsMs: number): Promise<boolean>
  /** Closes the open question like Cancel. */
  dismissQuestion(): void
  /**
   * Shows a notice of the system and closes the last one. `clicked` is called after a click, once the window is in
   * front.
   */
  showNotice(text: string, clicked: () => void): void
  /** The address of the page without its query; null unless its window has the focus. */
  pageInFront(): string | null
  /** Shows a number on the application's icon; 0 removes it. */
  setBadge(count: number): void
  /** Shows progress on the application's icon, from 0 to 1; null removes it. */
  setProgress(share: number | null): void
  /** How long this computer has been idle, in milliseconds; null where the system does not report it. */
  idleMs(): number | null
  readonly auditFile: AuditFile
  /** Null until the system has answered. */
  diskEncryption(): DiskEncryption | null
  /** Opens an address in the system's browser. */
  openExternal(url: string): Promise<void>
  /** Asks for a file and reads it as text; null if no file was chosen. */
  chooseTextFile(title: string): Promise<string | null>
  /** The same as bytes; empty for a file of more than 1 MB. */
  chooseFile(title: string): Promise<Uint8Array | null>
  /**
   * Asks for a table file and reads it whole; null if no file was chosen. Refuses a file of more than `largestFile`
   * bytes unread (`too-large`), and one that changes while it is read.
   */
  chooseTable(title: string): Promise<Result<TableFile, TableRefused> | null>
  /** Asks for a folder and returns its path; null if none was chosen. */
  chooseFolder(title: string): Promise<string | null>
  /** Asks where to save; null if no file was chosen. The content is written chunk by chunk. */
  chooseSaveDestination(suggestedName: string): Promise<SaveDestination | null>
  readonly printing: Printing
  /** Main's lines of "Check this installation". */
  checkInstallation(): Promise<CheckLine[]>
  /** The packages that this build contains, with their licenses. */
  thirdParty(): Promise<readonly ThirdPartyPackage[]>
  /** The polling plan: milliseconds until the next status query, by the time since following began; null at its end. */
  pollDelay(followedForMs: number): number | null
  /** Calls back after `delayMs` of wall clock time; the returned function cancels. */
  schedule(delayMs: number, callback: () => void): () => void
}

/** The vault with the controls that only main has: it ends its process and starts it again. */
export interface LockableVault extends VaultPort {
  /** Ends the vault's process within 2 s, even if the keychain hangs. */
  lock(): Promise<void>
  unlock(): Promise<void>
}

/** The acting person. `os-user`: no passphrase protects the desk, so the user of the system counts. */
export type Actor =
  | { readonly kind: 'os-user' }
  /** The desk is protected and locked. */
  | { readonly kind: 'nobody' }
  | { readonly kind: 'person'; readonly person: Person }

/** The users of the desk. */
export interface DeskUsers {
  actor(): Actor
  /** The number of locks so far. Work that began before a lock must not continue after it. */
  session(): number
  /** Names of the administrators; empty if no passphrase protects the desk. */
  administrators(): readonly string[]
  /** Names of all persons; empty if no passphrase protects the desk. */
  names(): readonly string[]
  /** A person of the desk by id; null for an unknown id and for null. */
  person(id: PersonId | null): Person | null
}

/** The desk's dependencies: the modules and the computer, as ports. */
export interface Ports {
  readonly vault: LockableVault
  readonly profiles: ProfilesPort
  readonly journal: JournalPort
  /** Entries of other desks of the team. No rule about money uses them. */
  readonly otherDesks: OtherDesks
  readonly gateway: GatewayPort
  readonly sandbox: SandboxPort
  readonly settings: SettingsPort
  readonly newestFile: NewestFile
  readonly keptColumns: KeptColumns
  readonly membership: MembershipPort
  readonly teams: TeamsPort
  readonly diagnosis: DiagnosisPort
  readonly tables: TablesPort
  readonly reconcile: ReconcilePort
  /** The secret that the built-in gateway checks; generated at each start, used nowhere else. */
  readonly sandboxSecret: string
  readonly system: System
  readonly issuerPages: IssuerPages
  readonly log: (event: string, fields?: LogFields) => void
}

/** The ports with the desk's users, the newest signed content, and the folder chosen for the audit file. */
export interface Services extends Ports {
  readonly newest: Newest
  readonly auditFileChoice: AuditFileChoice
  readonly users: DeskUsers
}

/** Sends an event to the page. */
export type Emit = <Name extends EventName>(name: Name, payload: EventPayload<Name>) => void

/** Why a call was refused before it reached the desk. */
export type RefusalReason = 'other-sender' | 'not-in-the-contract'

/**
 * Why the desk was locked. `vault-ended`: the vault's process crashed and lost the keys. `protection-found`: the
 * keychain could not be read at the start; now it shows that a passphrase protects the desk. `not-completed`: a defect
 * interrupted the unlock.
 */
export type LockCause =
  | 'by-person' | 'idle' | 'suspend' | 'screen-locked' | 'user-switched' | 'vault-ended' | 'person-removed'
  | 'protection-found' | 'not-completed'

/** Main's controls of the desk besides serving its calls. */
export interface DeskControl {
  /**
   * Closes entries of an earlier run, then calls `prepared`; the page may call from then on. When the returned promise
   * resolves (the first screen is shown), prepares the built-in profile and resumes following. Call once.
   */
  start(prepared?: () => Promise<void>): Promise<void>
  /** Why lines of the audit trail cannot be written to their file; null if none waits. */
  auditFileProblem(): string | null
  /** The operation that is being sent; null when quitting is safe. */
  sending(): OperationId | null
  /** Whether a batch is being sent. Quitting pauses it. */
  runsBatch(): boolean
  /** Stops new sends; resolves when a send in progress has its outcome in the journal. */
  prepareToQuit(): Promise<void>
  /** The computer woke up: unknown outcomes are checked again. */
  woke(): void
  /**
   * Locks the desk: from now on no call is accepted. Resolves when a send in progress has its outcome and the vault's
   * process has ended. If no passphrase protects the desk, only a person and the end of the vault lock it.
   */
  lock(cause: LockCause): Promise<void>
  /** Records in the audit trail that a call of the bridge was refused before it reached the desk. */
  callRefused(call: CallName, reason: RefusalReason): void
  /** Stops following and resolving. */
  stop(): void
}
