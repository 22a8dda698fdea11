import type { DeskId, KeyId, MerchantKey, PersonId } from '#shared/brands.ts'
import type { Person, Role } from '#shared/model/person.ts'
import type { Confirmation } from '#shared/model/confirmation.ts'
import type { Environment } from '#shared/model/environment.ts'
import type { HeadKey, JournalHead, RemovalSignature, SignedHead } from '#shared/model/journal-head.ts'
import type { HistoryRecord } from '#shared/model/history-trust.ts'
import type { DamagedKey, KeyDescription, KeySize } from '#shared/model/key.ts'
import type { Cause } from '#shared/inspector/cause.ts'
import type { ControlCandidate } from '#shared/inspector/control/plan.ts'
import type { Result } from '#shared/result.ts'
import type { SignedTeamHead, TeamHead } from '#shared/team/chain-text.ts'

/** Where a secret lives: `this-run` ones are in the vault's memory only and gone when it is locked or ends. */
export type Keep = 'keychain' | 'this-run'

export type VaultFailure =
  /** The keychain did not answer in time: its own window probably waits for the person. */
  | { readonly code: 'keychain-waiting' }
  | { readonly code: 'keychain-locked' }
  /** No keychain service on this machine; `detail` is a plain, secret-free sentence. */
  | { readonly code: 'keychain-missing'; readonly detail: string }
  /** Our own library for it is not there, does not load or is another file: nothing is kept until it is mended. */
  | { readonly code: 'keychain-library'; readonly detail: string }
  /** The canary entry is gone or unreadable: "nothing there" can't be believed, so nothing is made again. */
  | { readonly code: 'keychain-doubtful'; readonly detail: string }
  | { readonly code: 'no-such-secret' }
  | { readonly code: 'no-such-key' }
  /** The record belongs to another environment than the one to sign for (§5.2). */
  | { readonly code: 'wrong-environment'; readonly belongsTo: Environment }
  /** The secret was entered for another merchant or gateway; null when it is not known for which. */
  | { readonly code: 'secret-of-other-address'; readonly belongsTo: MerchantKey }
  /** No person has confirmed the key for this merchant; `belongsTo` are those it was confirmed for. */
  | { readonly code: 'key-not-confirmed'; readonly belongsTo: readonly MerchantKey[] }
  | { readonly code: 'passphrase-needed' }
  | { readonly code: 'passphrase-wrong' }
  /** The text is no key that can be read or kept; `detail` says why in a plain sentence. */
  | { readonly code: 'key-refused'; readonly detail: string }
  | { readonly code: 'cancelled' }
  | { readonly code: 'passphrase-refused'; readonly why: 'wrong' | 'too-soon'; readonly retryInMs: number }
  | { readonly code: 'passphrase-weak'; readonly detail: string }
  | { readonly code: 'administrator-needed' }
  | { readonly code: 'no-such-person' }
  | { readonly code: 'person-name-used' }
  | { readonly code: 'last-administrator' }
  /** The vault was locked, waits for a passphrase, or its process ended before it answered. */
  | { readonly code: 'vault-locked' }

/** That a candidate fits, with whose secret, and which further mistakes that proves; null where it does not fit. */
export type SecretMatch = { readonly secretId: string; readonly causes: readonly Cause[] } | null

export type VaultAnswer<Value> = Promise<Result<Value, VaultFailure>>

/** What the window says of the keychain. `this-run-only` means that nothing will be there at the next start. */
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

/** What a control secret or key is to sign for; for anything else than it was entered or confirmed for it does not. */
export interface SigningFor {
  readonly environment: Environment
  readonly merchant: MerchantKey
}

/**
 * `nothing-kept`: there is no keychain, so nothing lasting is signed or checked. `unknown-key`: made with a key that
 * this keychain does not hold.
 */
type ConfirmationCheck = 'valid' | 'invalid' | 'unsigned' | 'unknown-key' | 'nothing-kept'

/** How the secrets are protected besides. `nothing-kept`: without a keychain nothing lasts to be protected. */
export type Protection =
  | { readonly kind: 'none' | 'nothing-kept' }
  /** `retryInMs`: how long the next try has to wait after wrong ones, also across restarts. */
  | { readonly kind: 'set-up'; readonly persons: readonly Person[]; readonly retryInMs: number }

/** Names that a new passphrase must not be built from, besides those that the vault knows itself; absent: none. */
interface WithKnownNames {
  readonly known?: readonly string[]
}

/** The newest link of the journal when it was signed last, as the keychain keeps it; `link` is hexadecimal. */
export interface JournalEnd {
  readonly position: number
  readonly link: string
  readonly at: string
  /** The highest number that an epoch of the history had on this computer; absent before the first end with one. */
  readonly epoch?: number
  /** The newest head that was signed; absent before the first one. */
  readonly head?: JournalHead
  /**
   * When a restore was begun that has not ended since. Its chain may take the place of this end at the next start: a
   * file that claims so without this was put there by somebody.
   */
  readonly restoring?: string
}

/**
 * The vault: control secrets and RSA private keys. No method returns either, but for a key that a person backs up:
 * encrypted with a passphrase of theirs. The team's password goes to main alone. Secrets are named by the profile they
 * belong to (`secretId`), and each belongs to a merchant at a gateway.
 */
export interface VaultPort {
  describe(): VaultAnswer<VaultDescription>

  /** Answers while no passphrase was given yet, too. */
  protection(): VaultAnswer<Protection>
  /**
   * Makes the master key, wraps every secret of the keychain with it one by one (taken up again where it broke off),
   * and unlocks. The person becomes an administrator. Refused once it is set up.
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
   * Removes every secret, key and person of a protected desk for good, without a passphrase: the desk is unprotected
   * then. Broken off anywhere it is finished before anything else is answered. Nothing on an unprotected desk.
   */
  startOver(): VaultAnswer<null>
  /**
   * Signs settings of the desk with the administrators' key, as `signProfile` does profiles; `checkConfirmation` of
   * what is signed for one purpose fails for the other. Null where there is no keychain.
   */
  signSettings(request: { content: string; number: number }): VaultAnswer<Confirmation | null>
  checkSettings(request: { confirmation: Confirmation | null }): VaultAnswer<ConfirmationCheck>

  storeSecret(request: SigningFor & { secretId: string; secret: string; keep: Keep }): VaultAnswer<null>
  /** What a secret may sign for, null without one. */
  secretBinding(request: { secretId: string }): VaultAnswer<SigningFor | null>
  hasSecret(request: { secretId: string }): VaultAnswer<boolean>
  removeSecret(request: { secretId: string }): VaultAnswer<null>

  /** The keys that can be read, oldest first. One that cannot hides no other. */
  listKeys(): VaultAnswer<KeyDescription[]>
  /** Keys whose entry is there and cannot be read. */
  damagedKeys(): VaultAnswer<readonly DamagedKey[]>
  /** Makes a pair; `generationId` names the run for `cancelGeneration`, which discards the result. */
  generateKey(request: {
    generationId: string; name: string; environment: Environment; bits: KeySize; keep: Keep
  }): VaultAnswer<KeyDescription>
  cancelGeneration(request: { generationId: string }): VaultAnswer<null>
  /**
   * Reads PKCS#8, PKCS#1 and encrypted PKCS#8 PEM text (addendum 13); the pair is compared before it is kept. A weak
   * key, one that is here already, and one that shares a prime with a key here are refused with the reason.
   */
  importKey(request: {
    name: string; environment: Environment; pem: string; passphrase?: string; keep: Keep
  }): VaultAnswer<KeyDescription>
  exportPublicKey(request: { keyId: KeyId }): VaultAnswer<PublicKeyExport>
  /** Signs a random text with the private key and verifies it with the exported public key. */
  provePair(request: { keyId: KeyId }): VaultAnswer<{ readonly belongsTogether: boolean }>
  /**
   * The private key as encrypted PKCS#8 PEM (AES-256, PBKDF2-HMAC-SHA-256, 600,000 iterations), opened again and
   * compared before it is answered. `passphrase-weak` where the passphrase would not protect it.
   */
  backUpKey(request: WithKnownNames & { keyId: KeyId; passphrase: string }): VaultAnswer<KeyBackup>
  /** Removes a key and every merchant it was confirmed for. */
  removeKey(request: { keyId: KeyId }): VaultAnswer<null>
  /** From now on the key signs for this merchant too. Only for what a person has seen and confirmed. */
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
   * Signs the content of a profile that a person saved or confirmed (Ed25519). Null where there is no keychain. A key
   * that was lost is replaced: what it signed counts as `unknown-key` from then on.
   */
  signProfile(request: { content: string; number: number }): VaultAnswer<Confirmation | null>
  checkConfirmation(request: { confirmation: Confirmation | null }): VaultAnswer<ConfirmationCheck>

  /**
   * Compares a control that somebody sent with texts, for each of the secrets; the first of them that fits is named.
   * Secrets that are not there or damaged are passed over. Null as a whole where the control is no digest.
   * SECURITY: the answer is yes or no about a digest that the caller has already: comparing is not signing, so that no
   * environment is asked for. A digest can't be found by asking, and a secret only by guessing it whole.
   */
  matchControls(request: {
    secretIds: readonly string[]; control: string; candidates: readonly ControlCandidate[]
  }): VaultAnswer<readonly SecretMatch[] | null>
  /** As `matchControls`, for a signature that may be an HMAC over a text. `accepted`: the operation takes HMAC-SHA1. */
  matchHmacs(request: {
    secretIds: readonly string[]; rawSignature: string; accepted: boolean; login: string; texts: readonly string[]
  }): VaultAnswer<readonly SecretMatch[]>

  /**
   * Keeps where the signed journal ends, beside the key, so that an end that was cut off is noticed. The number of the
   * epoch never becomes lower, and without a head the one of before is kept.
   */
  keepJournalEnd(end: JournalEnd): VaultAnswer<null>
  /** What was kept last; null when nothing was. */
  journalEnd(): VaultAnswer<JournalEnd | null>

  /**
   * Signs a head of the journal (Ed25519), with a key that is made at the first call and never made again where it may
   * have been lost: then `keychain-doubtful`. `signedBefore` says that the journal has heads. Null without a keychain:
   * a key that is gone with this run proves nothing to anybody later.
   */
  signJournalHead(request: { head: JournalHead; signedBefore: boolean }): VaultAnswer<SignedHead | null>
  /**
   * Signs a batch of removals of content by their digests (`removalsText`), with the same key; `position` is the first
   * one that a key made now signs. Null without a keychain.
   */
  signRemovals(request: {
    digests: readonly string[]; signedBefore: boolean; position: number
  }): VaultAnswer<RemovalSignature | null>
  /** The public half of that key, null where there is none; `keychain-doubtful` where it was lost. */
  journalHeadKey(request: { signedBefore: boolean }): VaultAnswer<HeadKey | null>

  /**
   * Keeps the password of the team's database. SECURITY: `server` says for which server, login and authorities it is
   * handed out, to main alone.
   */
  storeTeamPassword(request: { server: string; password: string; keep: Keep }): VaultAnswer<null>
  /** The password, for the server that it was stored for; for any other one `no-such-secret`. */
  teamPassword(request: { server: string }): VaultAnswer<string>
  removeTeamPassword(): VaultAnswer<null>
  /** Takes the private key (PEM) of a client certificate, by its fingerprint, for this run: nothing uses it yet. */
  takeTeamClientKey(request: { certificate: string; key: string }): VaultAnswer<null>
  /** Keeps the one that was taken, or stays with the one that is kept; `server` as for the password. */
  keepTeamClientKey(request: { certificate: string; server: string }): VaultAnswer<null>
  /** The private key (PEM), to main alone: the one that is kept for this server, or for null the one that was taken. */
  teamClientKey(request: { certificate: string; server: string | null }): VaultAnswer<string>
  removeTeamClientKey(): VaultAnswer<null>
  /** Makes the secret by which a desk proves itself to its team, in the place of any other: 32 random bytes. */
  makeTeamSecret(request: { deskId: DeskId }): VaultAnswer<null>
  /** The secret as 64 hexadecimal digits, to main alone; `no-such-secret` where it was lost or is another desk's. */
  teamSecret(request: { deskId: DeskId }): VaultAnswer<string>
  removeTeamSecret(): VaultAnswer<null>
  /**
   * The public half (PEM) of the key that signs heads of the team journal; made when first asked for, null without a
   * keychain.
   */
  teamHeadKey(): VaultAnswer<string | null>
  /** Signs a head of the team journal; null without that key. */
  signTeamHead(request: { head: TeamHead }): VaultAnswer<SignedTeamHead | null>

  /** The digest of the newest numbers; null before the first. `nothing-kept`: without a keychain nothing is signed. */
  newest(): VaultAnswer<{ readonly kind: 'nothing-kept' } | { readonly kind: 'kept'; readonly digest: string | null }>
  /** Replaces it; lower-case hexadecimal SHA-256. */
  keepNewest(request: { digest: string }): VaultAnswer<null>

  /** What the keychain remembers of the history; null before the first record. `nothing-kept`: there is no keychain. */
  historyRecord(): VaultAnswer<
    { readonly kind: 'nothing-kept' } | { readonly kind: 'kept'; readonly record: HistoryRecord | null }
  >
  /** Replaces it. */
  keepHistoryRecord(record: HistoryRecord): VaultAnswer<null>

  /** Proves the installation: writes, reads and removes a random entry in the keychain, makes a key and signs. */
  selfCheck(): VaultAnswer<{
    readonly nativeModulePath: string
    readonly keychainRoundTrip: boolean
    readonly keyGenerationAndSigning: boolean
  }>
}
