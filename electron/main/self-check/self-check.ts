/** Checks an installation from inside: `--self-check` and Help → Check this installation. */
import { existsSync, realpathSync } from 'node:fs'
import { sep } from 'node:path'
import type { CheckLine } from '#shared/model/application/app.ts'
import { networkLines } from '../../desk/profiles/index.ts'
import { connectionSettingsOf } from '../../desk/requests/index.ts'
import type { DiskEncryption } from '../../desk/services.ts'
import type { GatewayPort, ConnectionSettings } from '../../gateway/port.ts'
import type { JournalPort } from '../../journal/port.ts'
import type { ProfilesPort } from '../../profiles/port.ts'
import type { NativeModuleProof } from '../../vault/keychain/native-module-proof.ts'
import type { VaultPort } from '../../vault/port.ts'
import type { SelfCheckMode } from '../command-line/self-check-mode.ts'

export interface SelfCheckParts {
  readonly vault: VaultPort
  readonly journal: JournalPort
  readonly gateway: GatewayPort
  /** The connection to describe. Nothing is sent to it. */
  readonly network: CheckedNetwork
  /** Folder or archive of the application. */
  readonly appPath: string
  readonly nativeModuleProof: NativeModuleProof
  /** Whether the disk with the data is encrypted; null if this is not checked. */
  readonly diskEncryption: () => Promise<DiskEncryption | null>
  /** Why lines of the audit trail cannot be written to their file; null if none waits. */
  readonly auditFileProblem: () => string | null
  /** Whether the page's process runs in Chromium's sandbox; null if that is not known. */
  readonly isPageSandboxed: () => boolean | null
  /** Violations of the page's content security policy since it was loaded. */
  readonly policyViolations: () => number
  /** Whether the page has drawn anything. */
  readonly pageIsDrawn: () => Promise<boolean>
}

export interface CheckedNetwork {
  readonly url: string
  readonly connectionSettings: ConnectionSettings
}

/** Runs every check. An exception in a check becomes a line with the result `bad`. */
export async function checkInstallation(parts: SelfCheckParts): Promise<CheckLine[]> {
  const groups = await Promise.all([
    attempt('vault-process', () => checkVault(parts)),
    attempt('journal', () => checkJournal(parts)),
    attempt('network', () => networkLines(parts.gateway, parts.network.url, parts.network.connectionSettings, Date.now())),
    attempt('page', () => checkPage(parts)),
    attempt('disk-encryption', () => checkDisk(parts)),
  ])
  return groups.flat()
}

/** The exit code of a check: 1 if any line is `bad`, in a full check if any is not `good`. */
export function exitCodeOf(mode: SelfCheckMode, lines: readonly CheckLine[]): 0 | 1 {
  const isAccepted = ({ result }: CheckLine) => mode === 'short' ? result !== 'bad' : result === 'good'
  return lines.every(isAccepted) ? 0 : 1
}

/**
 * The connection to check: that of the active profile if its gateway has an https address, else of the first such
 * profile. Without one, the system's route to a host that does not exist.
 */
export function networkOf(profiles: ProfilesPort): CheckedNetwork {
  for (const profile of [profiles.active(), ...profiles.list()]) {
    const { gateway } = profile
    if (gateway.kind === 'address' && gateway.baseUrl.startsWith('https:')) {
      return { url: gateway.baseUrl, connectionSettings: connectionSettingsOf(profile) }
    }
  }
  return { url: 'https://gateway.invalid/', connectionSettings: { route: { kind: 'system' }, authorities: [] } }
}

async function attempt(id: string, check: () => Promise<CheckLine[]>): Promise<CheckLine[]> {
  try {
    return await check()
  } catch (error) {
    return [line(id, 'bad', `Could not be checked: ${error instanceof Error ? error.message : 'the reason is not known'}.`)]
  }
}

async function checkVault({ vault, appPath, nativeModuleProof }: SelfCheckParts): Promise<CheckLine[]> {
  const described = await vault.describe()
  const checked = await vault.selfCheck()
  if (!checked.ok) {
    const locked = checked.failure.code === 'vault-locked'
    return [line('vault-process', locked ? 'warning' : 'bad', locked
      ? 'The vault is locked; unlock it and check again.'
      : `The vault answered: ${checked.failure.code}.`)]
  }
  const { nativeModulePath, keychainRoundTrip, keyGenerationAndSigning } = checked.value
  return [
    line('vault-process', 'good', 'The vault runs in a separate process.'),
    nativeModule(nativeModulePath, appPath, nativeModuleProof),
    keychainRoundTrip
      ? line('keychain', 'good', 'A random entry was written to the keychain, read and removed.')
      : line('keychain', 'bad', whyNoRoundTrip(described)),
    keyGenerationAndSigning
      ? line('key-generation', 'good', 'A key pair was created and its signature was verified.')
      : line('key-generation', 'bad', 'A new key pair did not verify its own signature.'),
  ]
}

function whyNoRoundTrip(described: Awaited<ReturnType<VaultPort['describe']>>): string {
  if (described.ok && described.value.reason !== undefined) return `Secrets are stored for this run only: ${described.value.reason}`
  if (!described.ok && 'detail' in described.failure) return described.failure.detail
  return 'A random entry could not be written to the keychain, read and removed.'
}

const proofs: Readonly<Record<NativeModuleProof, string>> = {
  digest: 'Its SHA-256 is the one of the build.',
  signature: 'macOS checks its signature.',
  none: 'A run from source does not compare its SHA-256.',
}

// SECURITY: a module of that name from elsewhere would read every secret. Electron reports a path inside the archive
// and loads the copy beside the archive.
function nativeModule(path: string, appPath: string, proof: NativeModuleProof): CheckLine {
  const id = 'native-module'
  if (path === '') return line(id, 'bad', 'The keychain\'s native module could not be loaded.')
  const archive = appPath.endsWith('.asar')
  const folders = archive ? [appPath, `${appPath}.unpacked`] : [appPath, realpathSync(appPath)]
  const own = folders.find((folder) => path.startsWith(folder + sep))
  const onDisk = own === undefined || !archive ? path : `${appPath}.unpacked${path.slice(own.length)}`
  return own !== undefined && existsSync(onDisk)
    ? line(id, 'good', `The keychain's native module was loaded from its packaged location. ${proofs[proof]}`)
    : line(id, 'bad', `The keychain's native module was loaded from elsewhere: ${path}.`)
}

async function checkJournal({ journal, auditFileProblem }: SelfCheckParts): Promise<CheckLine[]> {
  const waiting = auditFileProblem()
  const checked = await journal.selfCheck()
  if (!checked.ok) return [line('journal', 'bad', `The history answered: ${checked.failure.code}.`)]
  const { fullTextSearch, sqliteVersion, onThread } = checked.value
  return [
    fullTextSearch
      ? line('journal', 'good', `The history is open; SQLite ${sqliteVersion} searches its texts (FTS5).`)
      : line('journal', 'bad', `SQLite ${sqliteVersion} lacks the search of texts (FTS5).`),
    onThread
      ? line('journal-thread', 'good', 'The history runs in a separate thread.')
      : line('journal-thread', 'bad', 'The history does not run in a separate thread.'),
    ...waiting === null ? [] : [line('audit-file', 'warning', waiting)],
  ]
}

async function checkDisk({ diskEncryption }: SelfCheckParts): Promise<CheckLine[]> {
  const id = 'disk-encryption'
  switch (await diskEncryption()) {
    case null: return []
    case 'on': return [line(id, 'good', 'The disk that holds the history is encrypted.')]
    case 'off': return [line(id, 'warning', 'The disk that holds the history is not encrypted: turn on BitLocker, FileVault or '
      + 'LUKS before production profiles are used.')]
    case 'unknown': return [line(id, 'warning', 'This system does not say whether the disk that holds the history is encrypted.')]
  }
}

async function checkPage({ policyViolations, pageIsDrawn, isPageSandboxed }: SelfCheckParts): Promise<CheckLine[]> {
  const drawn = await pageIsDrawn()
  const violations = policyViolations()
  const sandbox = sandboxLine(isPageSandboxed())
  if (!drawn) return [sandbox, line('page-policy', 'bad', 'The page drew nothing.')]
  return [sandbox, violations === 0
    ? line('page-policy', 'good', 'The page was displayed without violating its content security policy.')
    : line('page-policy', 'bad', `The page violated its content security policy; violations: ${violations}.`)]
}

function sandboxLine(isOn: boolean | null): CheckLine {
  const id = 'sandbox'
  if (isOn === null) return line(id, 'warning', 'The system does not say whether the page runs in a sandbox.')
  return isOn
    ? line(id, 'good', 'On: the page runs in Chromium\'s sandbox.')
    : line(id, 'bad', 'Off: the page runs without Chromium\'s sandbox. Start without --no-sandbox, or let the system give '
      + 'programs user namespaces.')
}

function line(id: string, result: CheckLine['result'], detail: string): CheckLine {
  return { id, result, detail }
}
