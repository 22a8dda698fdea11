import type { DeskId, KeyId, MerchantKey, PersonId } from '#shared/brands.ts'
import type { Person, Role } from '#shared/model/persons/person.ts'
import type { Confirmation } from '#shared/model/values/confirmation.ts'
import type { Environment } from '#shared/model/values/environment.ts'
import type { HeadKey, JournalHead, HeadKeySignature, SignedHead } from '#shared/model/history/journal-head.ts'
import type { HistoryRecord } from '#shared/model/history/history-trust.ts'
import type { DamagedKey, KeyDescription, KeySize } from '#shared/model/keys/key.ts'
import type { Cause } from '#shared/inspector/cause.ts'
import type { ControlCandidate } from '#shared/inspector/control/plan.ts'
import type { SignedTeamHead, TeamHead } from '#shared/team/chain-text.ts'
import type { DestinationKeyMethods } from './destination-key-port.ts'
import type { VaultAnswer } from './vault-failure.ts'

export type { ComparedDesk, DestinationKeyMethods } from './destination-key-port.ts'
export type { VaultAnswer, VaultFailure } from './vault-failure.ts'

/** Where a secret is stored. `this-run`: only in the vault's memory; it is lost when the vault is locked or ends. */
export type Keep = 'keychain' | 'this-run'

/** The secret that matched a candidate, and the further mistakes that this proves; null if none matched. */
export type SecretMatch = { readonly secretId: string; readonly causes: readonly Cause[] } | null

/** The keychain's state for the window. `this-run-only`: everything is lost at the next start. */
type VaultDescription = {
  readonly keeping: 'keychain' | 'this-run-only'
  /** The keychain's name for people ("GNOME Keyring", "macOS Keychain", "Windows Credential Manager"). */
  readonly keychainName: string
  /** Why secrets are stored for this run only, as a plain sentence; absent with a working keychain. */
  readonly reason?: string
  readonly keys: number
  readonly secrets: number
}

interface PublicKeyExport {
  readonly description: KeyDescription
  /** SubjectPublicKeyInfo PEM (addendum 13). */
  readonly pem: string
}

interface KeyBackup {
  readonly description: KeyDescription
  /** EncryptedPrivateKeyInfo PEM. */
  readonly pem: string
}

/** The environment and merchant to sign for. A secret or key signs only for those it was entered or confirmed for. */
export interface SigningFor {
  readonly environment: Environment
  readonly merchant: MerchantKey
}

/** The kinds of values that keyed digests recognise. */
export type DigestPurpose = 'destination' | 'batch-row'

/**
 * `nothing-kept`: without a keychain nothing is signed, and nothing can be checked. `unknown-key`: signed with a key
 * that this keychain does not have.
 */
type ConfirmationCheck = 'valid' | 'invalid' | 'unsigned' | 'unknown-key' | 'nothing-kept'

/** The protection by passphrases. `nothing-kept`: without a keychain nothing is stored that could be protected. */
export type Protection =
  | { readonly kind: 'none' | 'nothing-kept' }
  /** `retryInMs`: how long the next attempt must wait after wrong ones, also across restarts. */
  | { readonly kind: 'set-up'; readonly persons: readonly Person[]; readonly retryInMs: number }

/** Further names that a new passphrase must not be built from, besides those that the vault knows itself. */
interface WithKnownNames {
  readonly known?: readonly string[]
}

/** The newest signed link of the journal, as stored in the keychain; `link` is hexadecimal. */
export interface JournalEnd {
  readonly position: number
  readonly link: string
  readonly at: string
  /** The highest number of the history's epochs on this computer; absent before the first end with one. */
  readonly epoch?: number
  /** The newest signed head; absent before the first one. */
  readonly head?: JournalHead
  /**
   * When a restore began; absent once it has ended. At the next start the restored chain may replace this end. Without
   * this value, a file that claims to be restored is forged.
   */
  readonly restoring?: string
}

/**
 * The vault: control secrets and RSA private keys. No method returns one, except a key that a person backs up,
 * encrypted with a passphrase of that person. The team's password is returned to main alone. A secret is named by the
 * profile that it belongs to (`secretId`), and belongs to a merchant at a gateway.
 */
export interface VaultPort extends DestinationKeyMethods {
  describe(): VaultAnswer<VaultDescription>

  /** Also answers before a passphrase was entered. */
  protection(): VaultAnswer<Protection>
  /**
   * Creates the master key, wraps every secret of the keychain with it one by one (resumed after an interruption), and
   * unlocks. The person becomes an administrator. Refused once it is set up.
   */
  setUpProtection(request: WithKnownNames & { name: string; passphrase: string }): VaultAnswer<Person>
  /** Opens the master key. Before that, every method that needs an entry returns `vault-locked`. */
  unlockWithPassphrase(request: { personId: PersonId; passphrase: string }): VaultAnswer<Person>
  /** Succeeds for the passphrase of the person who unlocked. Wrong tries count like those of unlocking. */
  provePassphrase(request: { passphrase: string }): VaultAnswer<null>
  /** Seals the master key again for the person who unlocked. At any moment the old or the new passphrase is valid. */
  changePassphrase(request: WithKnownNames & { current: string; next: string }): VaultAnswer<null>
  /** See `access.savePerson` of the bridge; `administrator-needed` unless one unlocked. */
  savePerson(request: WithKnownNames & {
    id: PersonId | null; name: string; role: Role; passphrase: string | null
  }): VaultAnswer<Person>
  removePerson(request: { id: PersonId }): VaultAnswer<null>
  /**
   * Permanently removes every secret, key and person of a protected desk, without a passphrase; then the desk is
   * unprotected. After an interruption the removal is completed before any other call is answered. Does nothing on an
   * unprotected desk.
   */
  startOver(): VaultAnswer<null>
  /**
   * Signs settings of the desk with the administrators' key, as `signProfile` signs profiles. A signature for one
   * purpose is not valid for the other. Null without a keychain.
   */
  signSettings(request: { content: string; number: number }): VaultAnswer<Confirmation | null>
  checkSettings(request: { confirmation: Confirmation | null }): VaultAnswer<ConfirmationCheck>

  storeSecret(request: SigningFor & { secretId: string; secret: string; keep: Keep }): VaultAnswer<null>
  /** Holds a secret in memory until it is stored or the next one is held. It signs nothing meanwhile. */
  holdSecret(request: { held: string; secret: string }): VaultAnswer<null>
  /** As `storeSecret`, with the held secret; `no-such-secret` if another one, or none, is held. */
  storeHeldSecret(request: SigningFor & { secretId: string; held: string; keep: Keep }): VaultAnswer<null>
  /** The environment and merchant that a secret may sign for, null without one. */
  secretBinding(request: { secretId: string }): VaultAnswer<SigningFor | null>
  /** Whether there is a usable secret. A damaged one does not count. */
  hasSecret(request: { secretId: string }): VaultAnswer<boolean>
  removeSecret(request: { secretId: string }): VaultAnswer<null>

  /** Whether a text contains a private key in PEM format, or a secret: plain, split by spaces, as hex or as Base64. */
  holdsSecret(request: { text: string }): VaultAnswer<boolean>

  /** The readable keys, oldest first. An unreadable key does not hide others. */
  listKeys(): VaultAnswer<KeyDescription[]>
  /** Keys whose entry exists but cannot be read. */
  damagedKeys(): VaultAnswer<readonly DamagedKey[]>
  /** Generates a pair; `generationId` names the run for `cancelGeneration`, which discards the result. */
  generateKey(request: {
    generationId: string; name: string; environment: Environment; bits: KeySize; keep: Keep
  }): VaultAnswer<KeyDescription>
  cancelGeneration(request: { generationId: string }): VaultAnswer<null>
  /**
   * Reads PKCS#8 and PKCS#1 PEM text, encrypted or not (addendum 13); the pair is compared before it is stored. A weak
   * key, one that is stored already, and one that shares a prime with a stored key are refused with the reason.
   */
  importKey(request: {
    name: string; environment: Environment; pem: string; passphrase?: string; keep: Keep
  }): VaultAnswer<KeyDescription>
  exportPublicKey(request: { keyId: KeyId }): VaultAnswer<PublicKeyExport>
  /** Signs a random text with the private key and verifies it with the exported public key. */
  provePair(request: { keyId: KeyId }): VaultAnswer<{ readonly belongsTogether: boolean }>
  /**
   * The private key as encrypted PKCS#8 PEM (AES-256, PBKDF2-HMAC-SHA-256, 600,000 iterations), opened again and
   * compared before it is returned. `passphrase-weak` if the passphrase would not protect it.
   */
  backUpKey(request: WithKnownNames & { keyId: KeyId; passphrase: string }): VaultAnswer<KeyBackup>
  /** Removes a key and every merchant it was confirmed for. */
  removeKey(request: { keyId: KeyId }): VaultAnswer<null>
  /** Lets the key sign for a further merchant. Call only for a merchant that a person has seen and confirmed. */
  confirmKey(request: { keyId: KeyId; merchant: MerchantKey }): VaultAnswer<null>
  /** The merchants that a key was confirmed for, sorted. */
  keyMerchants(request: { keyId: KeyId }): VaultAnswer<readonly MerchantKey[]>

  /** SHA-1, lower-case hex, of the UTF-8 text followed by the control secret (§5.1). */
  control(request: SigningFor & { secretId: string; textBeforeSecret: string }): VaultAnswer<string>
  /** RSASSA-PKCS1-v1_5 with SHA-256 over the base string, as Base64 (§5.2). */
  signRsaSha256(request: SigningFor & { keyId: KeyId; baseString: string }): VaultAnswer<string>
  /** HMAC-SHA1 over the base string with key `secret&`, as Base64 (§5.2, addendum 5). */
  signHmacSha1(request: SigningFor & { secretId: string; baseString: string }): VaultAnswer<string>

  /**
   * Signs the content of a profile that a person saved or confirmed (Ed25519). Null without a keychain. A lost key is
   * replaced: from then on signatures of the lost one are `unknown-key`.
   */
  signProfile(request: { content: string; number: number }): VaultAnswer<Confirmation | null>
  checkConfirmation(request: { confirmation: Confirmation | null }): VaultAnswer<ConfirmationCheck>

  /**
   * Compares a received control with candidate texts, for each of the secrets; each candidate has the first match.
   * Missing and damaged secrets are skipped. Returns null if the control is no digest. SECURITY: the result only
   * confirms a digest that the caller already has. Comparing is not signing, so no environment is required. Repeated
   * calls reveal no digest, and a secret only if the caller guesses it completely.
   */
  matchControls(request: {
    secretIds: readonly string[]; control: string; candidates: readonly ControlCandidate[]
  }): VaultAnswer<readonly SecretMatch[] | null>
  /**
   * As `matchControls`, for a signature that may be an HMAC over a text. `accepted`: the operation accepts HMAC-SHA1.
   */
  matchHmacs(request: {
    secretIds: readonly string[]; rawSignature: string; accepted: boolean; login: string; texts: readonly string[]
  }): VaultAnswer<readonly SecretMatch[]>

  /**
   * Keyed digests of values (HMAC-SHA-256 with a random key of this vault), 64 lower-case hexadecimal digits each. The
   * first eight digits identify the key. The caller hashes the values first: only SHA-256 digests are accepted, at most
   * 10,000. A lost key is replaced; then equal values no longer have equal digests. Without a keychain the key is lost
   * with this run. `keychain-doubtful` if it is damaged. While this vault has the team's key, that key digests
   * destinations, so that the team's desks can compare them.
   */
  keyedDigests(request: { purpose: DigestPurpose; digests: readonly string[] }): VaultAnswer<readonly string[]>

  /**
   * Stores the end of the signed journal in the keychain, so that a truncated journal is detected. The number of the
   * epoch never decreases. Without a head the previous one stays stored.
   */
  keepJournalEnd(end: JournalEnd): VaultAnswer<null>
  /** The last stored end; null without one. */
  journalEnd(): VaultAnswer<JournalEnd | null>

  /**
   * Signs a head of the journal (Ed25519). The key is created at the first call. If a key may have been lost, none is
   * created: then `keychain-doubtful`. `signedBefore`: the journal has heads. Null without a keychain, because a key
   * that is lost with this run proves nothing later.
   */
  signJournalHead(request: { head: JournalHead; signedBefore: boolean }): VaultAnswer<SignedHead | null>
  /**
   * Signs removals of content by their digests (`removalsText`), with the same key. `position`: the first position that
   * the key signs, if it has to be created. Null without a keychain.
   */
  signRemovals(
    request: { digests: readonly string[]; signedBefore: boolean; position: number },
  ): VaultAnswer<HeadKeySignature | null>
  /** Signs a report by the SHA-256 of its file (`reportText`), with the same key; `position` as for removals. */
  signReport(request: { digest: string; signedBefore: boolean; position: number }): VaultAnswer<HeadKeySignature | null>
  /** The public half of that key; null without one, `keychain-doubtful` if it was lost. */
  journalHeadKey(request: { signedBefore: boolean }): VaultAnswer<HeadKey | null>

  /**
   * Stores the password of the team's database. SECURITY: it is returned to main alone, and only for the same `server`,
   * which names the server, login and authorities.
   */
  storeTeamPassword(request: { server: string; password: string; keep: Keep }): VaultAnswer<null>
  /** The password, for the server that it was stored for; `no-such-secret` for any other one. */
  teamPassword(request: { server: string }): VaultAnswer<string>
  removeTeamPassword(): VaultAnswer<null>
  /** Stores the chosen private key (PEM) of a client certificate for this run, until it is used. */
  takeTeamClientKey(request: { certificate: string; key: string }): VaultAnswer<null>
  /** Stores the chosen key permanently, or keeps the one already stored; `server` as for the password. */
  keepTeamClientKey(request: { certificate: string; server: string }): VaultAnswer<null>
  /** Returns a private key (PEM) to main alone: the one stored for this server, or for null the chosen one. */
  teamClientKey(request: { certificate: string; server: string | null }): VaultAnswer<string>
  removeTeamClientKey(): VaultAnswer<null>
  /** Creates the secret by which a desk proves itself to its team, replacing any other: 32 random bytes. */
  makeTeamSecret(request: { deskId: DeskId }): VaultAnswer<null>
  /** Returns the secret as 64 hex digits to main alone; `no-such-secret` if it is lost or another desk's. */
  teamSecret(request: { deskId: DeskId }): VaultAnswer<string>
  removeTeamSecret(): VaultAnswer<null>
  /**
   * The public half (PEM) of the key that signs heads of the team journal; created at the first call, null without a
   * keychain.
   */
  teamHeadKey(): VaultAnswer<string | null>
  /** Signs a head of the team journal; null without that key. */
  signTeamHead(request: { head: TeamHead }): VaultAnswer<SignedTeamHead | null>

  /** The stored digest of the newest numbers of signed files; null before the first. `nothing-kept`: no keychain. */
  newest(): VaultAnswer<{ readonly kind: 'nothing-kept' } | { readonly kind: 'kept'; readonly digest: string | null }>
  /** Replaces that digest: SHA-256, lower-case hexadecimal. */
  keepNewest(request: { digest: string }): VaultAnswer<null>

  /** The keychain's record of the history; null before the first one. `nothing-kept`: there is no keychain. */
  historyRecord(): VaultAnswer<
    { readonly kind: 'nothing-kept' } | { readonly kind: 'kept'; readonly record: HistoryRecord | null }
  >
  /** Replaces that record. */
  keepHistoryRecord(record: HistoryRecord): VaultAnswer<null>

  /** Checks the installation: writes, reads and removes a random entry in the keychain, generates a key and signs. */
  selfCheck(): VaultAnswer<{
    readonly nativeModulePath: string
    readonly keychainRoundTrip: boolean
    readonly keyGenerationAndSigning: boolean
  }>
}
