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

/** Where a secret is stored: `this-run` ones are in the vault's memory only and lost when it is locked or ends. */
export type Keep = 'keychain' | 'this-run'

/** A matching candidate: whose secret it was, and which further mistakes that proves; null where it does not match. */
export type SecretMatch = { readonly secretId: string; readonly causes: readonly Cause[] } | null

/** The keychain's state for the window. `this-run-only`: everything is lost at the next start. */
type VaultDescription = {
  readonly keeping: 'keychain' | 'this-run-only'
  /** The keychain's name for people ("GNOME Keyring", "macOS Keychain", "Windows Credential Manager"). */
  readonly keychainName: string
  /** Why secrets live for this run only, as a plain sentence; absent with a working keychain. */
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

/** What a control secret or key is to sign for; it refuses anything else than it was entered or confirmed for. */
export interface SigningFor {
  readonly environment: Environment
  readonly merchant: MerchantKey
}

/** The kinds of values that keyed digests recognise. */
export type DigestPurpose = 'destination' | 'batch-row'

/**
 * `nothing-kept`: there is no keychain, so nothing lasting is signed or checked. `unknown-key`: signed with a key that
 * this keychain does not have.
 */
type ConfirmationCheck = 'valid' | 'invalid' | 'unsigned' | 'unknown-key' | 'nothing-kept'

/** How the secrets are protected besides. `nothing-kept`: without a keychain nothing lasts to be protected. */
export type Protection =
  | { readonly kind: 'none' | 'nothing-kept' }
  /** `retryInMs`: how long the next attempt must wait after wrong ones, also across restarts. */
  | { readonly kind: 'set-up'; readonly persons: readonly Person[]; readonly retryInMs: number }

/** Names that a new passphrase must not be built from, besides those that the vault knows itself; absent: none. */
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
   * When a restore began that has not ended since. Its chain may replace this end at the next start; without this
   * value, a file that claims a restore is forged.
   */
  readonly restoring?: string
}

/**
 * The vault: control secrets and RSA private keys. No method returns either, except a key that a person backs up:
 * encrypted with that person's passphrase. The team's password goes to main alone. Secrets are named by the profile
 * that they belong to (`secretId`), and each belongs to a merchant at a gateway.
 */
export interface VaultPort extends DestinationKeyMethods {
  describe(): VaultAnswer<VaultDescription>

  /** Answers also while no passphrase was entered yet. */
  protection(): VaultAnswer<Protection>
  /**
   * Creates the master key, wraps every secret of the keychain with it one by one (resumed after an interruption), and
   * unlocks. The person becomes an administrator. Refused once it is set up.
   */
  setUpProtection(request: WithKnownNames & { name: string; passphrase: string }): VaultAnswer<Person>
  /** Opens the master key; until then every method that needs an entry answers `vault-locked`. */
  unlockWithPassphrase(request: { personId: PersonId; passphrase: string }): VaultAnswer<Person>
  /** Whether it is the passphrase of the person who unlocked; wrong tries count as those of unlocking. */
  provePassphrase(request: { passphrase: string }): VaultAnswer<null>
  /** Re-wraps for the person who unlocked; at any moment the old or the new passphrase opens. */
  changePassphrase(request: WithKnownNames & { current: string; next: string }): VaultAnswer<null>
  /** See `access.savePerson` of the bridge; `administrator-needed` unless one unlocked. */
  savePerson(request: WithKnownNames & {
    id: PersonId | null; name: string; role: Role; passphrase: string | null
  }): VaultAnswer<Person>
  removePerson(request: { id: PersonId }): VaultAnswer<null>
  /**
   * Removes every secret, key and person of a protected desk permanently, without a passphrase: the desk is
   * unprotected then. After an interruption it is finished before any other call is answered. Does nothing on an
   * unprotected desk.
   */
  startOver(): VaultAnswer<null>
  /**
   * Signs settings of the desk with the administrators' key, as `signProfile` does profiles; a signature for one
   * purpose is not valid for the other. Null where there is no keychain.
   */
  signSettings(request: { content: string; number: number }): VaultAnswer<Confirmation | null>
  checkSettings(request: { confirmation: Confirmation | null }): VaultAnswer<ConfirmationCheck>

  storeSecret(request: SigningFor & { secretId: string; secret: string; keep: Keep }): VaultAnswer<null>
  /** Holds a secret in the memory of the vault's process until it is stored or the next one comes; it signs nothing. */
  holdSecret(request: { held: string; secret: string }): VaultAnswer<null>
  /** As `storeSecret`, with the held secret; `no-such-secret` where another one, or none, is held. */
  storeHeldSecret(request: SigningFor & { secretId: string; held: string; keep: Keep }): VaultAnswer<null>
  /** The environment and merchant that a secret may sign for, null without one. */
  secretBinding(request: { secretId: string }): VaultAnswer<SigningFor | null>
  /** Whether there is a secret that can be used: a damaged one is none. */
  hasSecret(request: { secretId: string }): VaultAnswer<boolean>
  removeSecret(request: { secretId: string }): VaultAnswer<null>

  /** Whether a text contains a private key in PEM format, or a secret: as it is, split, hexadecimal or as Base64. */
  holdsSecret(request: { text: string }): VaultAnswer<boolean>

  /** The readable keys, oldest first. An unreadable one hides no other. */
  listKeys(): VaultAnswer<KeyDescription[]>
  /** Keys whose entry is there and cannot be read. */
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
   * compared before it is returned. `passphrase-weak` where the passphrase would not protect it.
   */
  backUpKey(request: WithKnownNames & { keyId: KeyId; passphrase: string }): VaultAnswer<KeyBackup>
  /** Removes a key and every merchant it was confirmed for. */
  removeKey(request: { keyId: KeyId }): VaultAnswer<null>
  /** From now on the key signs for this merchant too. Only for a merchant that a person has seen and confirmed. */
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
   * Signs the content of a profile that a person saved or confirmed (Ed25519). Null where there is no keychain. A lost
   * key is replaced: its signatures count as `unknown-key` from then on.
   */
  signProfile(request: { content: string; number: number }): VaultAnswer<Confirmation | null>
  checkConfirmation(request: { confirmation: Confirmation | null }): VaultAnswer<ConfirmationCheck>

  /**
   * Compares a control that was received with texts, for each of the secrets; the first match is returned. Missing and
   * damaged secrets are skipped. Null as a whole where the control is no digest. SECURITY: the result is yes or no
   * about a digest that the caller already has. Comparing is not signing, so no environment is required. Repeated
   * calls cannot reveal a digest, and a secret only if it is guessed completely.
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
   * Digests of values by a random key of this vault (HMAC-SHA-256), 64 lower-case hexadecimal digits for each. The
   * first eight are the same for all digests of one key. The caller hashes the values first: only SHA-256 digests are
   * accepted, at most 10,000 of them. A lost key is replaced, and its digests are not repeated; without a keychain it
   * is lost with this run. `keychain-doubtful` where it is damaged. Destinations are digested by the team's key while
   * this vault has one, so that its desks can compare them.
   */
  keyedDigests(request: { purpose: DigestPurpose; digests: readonly string[] }): VaultAnswer<readonly string[]>

  /**
   * Stores the end of the signed journal, beside the key, so that cutting the journal off is detected. The number of
   * the epoch never decreases, and without a head the previous one is kept.
   */
  keepJournalEnd(end: JournalEnd): VaultAnswer<null>
  /** The last stored end; null without one. */
  journalEnd(): VaultAnswer<JournalEnd | null>

  /**
   * Signs a head of the journal (Ed25519). The key is created at the first call and never again where it may have been
   * lost: then `keychain-doubtful`. `signedBefore`: the journal has heads. Null without a keychain: a key that is lost
   * with this run proves nothing later.
   */
  signJournalHead(request: { head: JournalHead; signedBefore: boolean }): VaultAnswer<SignedHead | null>
  /**
   * Signs a batch of removals of content by their digests (`removalsText`), with the same key; `position` is the first
   * one that a new key would sign. Null without a keychain.
   */
  signRemovals(
    request: { digests: readonly string[]; signedBefore: boolean; position: number },
  ): VaultAnswer<HeadKeySignature | null>
  /** Signs a report by the SHA-256 of its file (`reportText`), with the same key; `position` as for removals. */
  signReport(request: { digest: string; signedBefore: boolean; position: number }): VaultAnswer<HeadKeySignature | null>
  /** The public half of that key, null where there is none; `keychain-doubtful` where it was lost. */
  journalHeadKey(request: { signedBefore: boolean }): VaultAnswer<HeadKey | null>

  /**
   * Stores the password of the team's database. SECURITY: `server` names the server, login and authorities for which
   * it is returned, to main alone.
   */
  storeTeamPassword(request: { server: string; password: string; keep: Keep }): VaultAnswer<null>
  /** The password, for the server that it was stored for; `no-such-secret` for any other one. */
  teamPassword(request: { server: string }): VaultAnswer<string>
  removeTeamPassword(): VaultAnswer<null>
  /** Stores the private key (PEM) of a client certificate, by its fingerprint, for this run: it is not in use yet. */
  takeTeamClientKey(request: { certificate: string; key: string }): VaultAnswer<null>
  /** Stores the chosen one permanently, or keeps the one already stored; `server` as for the password. */
  keepTeamClientKey(request: { certificate: string; server: string }): VaultAnswer<null>
  /** The private key (PEM), to main alone: the one stored for this server, or for null the chosen one. */
  teamClientKey(request: { certificate: string; server: string | null }): VaultAnswer<string>
  removeTeamClientKey(): VaultAnswer<null>
  /** Creates the secret by which a desk proves itself to its team, replacing any other: 32 random bytes. */
  makeTeamSecret(request: { deskId: DeskId }): VaultAnswer<null>
  /** The secret as 64 hexadecimal digits, to main alone; `no-such-secret` where it was lost or is another desk's. */
  teamSecret(request: { deskId: DeskId }): VaultAnswer<string>
  removeTeamSecret(): VaultAnswer<null>
  /**
   * The public half (PEM) of the key that signs heads of the team journal; created at the first call, null without a
   * keychain.
   */
  teamHeadKey(): VaultAnswer<string | null>
  /** Signs a head of the team journal; null without that key. */
  signTeamHead(request: { head: TeamHead }): VaultAnswer<SignedTeamHead | null>

  /** The digest of the newest numbers; null before the first. `nothing-kept`: without a keychain nothing is signed. */
  newest(): VaultAnswer<{ readonly kind: 'nothing-kept' } | { readonly kind: 'kept'; readonly digest: string | null }>
  /** Replaces it; lower-case hexadecimal SHA-256. */
  keepNewest(request: { digest: string }): VaultAnswer<null>

  /** The keychain's record of the history; null before the first one. `nothing-kept`: there is no keychain. */
  historyRecord(): VaultAnswer<
    { readonly kind: 'nothing-kept' } | { readonly kind: 'kept'; readonly record: HistoryRecord | null }
  >
  /** Replaces it. */
  keepHistoryRecord(record: HistoryRecord): VaultAnswer<null>

  /** Proves the installation: writes, reads and removes a random entry in the keychain, generates a key and signs. */
  selfCheck(): VaultAnswer<{
    readonly nativeModulePath: string
    readonly keychainRoundTrip: boolean
    readonly keyGenerationAndSigning: boolean
  }>
}
