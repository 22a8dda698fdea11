/** The vault's part of sharing the team's key for digests of destinations. */
import type { DeskId } from '#shared/brands.ts'
import type { ExchangeKey, GivenKey, KeyName } from '#shared/team/destination-key.ts'
import type { VaultAnswer } from './vault-failure.ts'

/** Another desk: its id, the key of its heads (PEM), and the fingerprint of that key, which persons have compared. */
export interface ComparedDesk {
  readonly deskId: DeskId
  readonly publicKey: string
  readonly fingerprint: string
}

/** No method returns the key, except sealed for one desk whose key persons compared. */
export interface DestinationKeyMethods {
  /**
   * The public key for which other desks seal the team's key for destinations, signed for this desk; created at the
   * first call. Null without a keychain or a key of heads. This and the next four methods return `keychain-doubtful` if
   * their entry is damaged.
   */
  teamExchangeKey(request: { deskId: DeskId }): VaultAnswer<ExchangeKey | null>
  /** The name of the team's key for destinations; null if this desk has none. */
  destinationKey(request: { deskId: DeskId }): VaultAnswer<KeyName | null>
  /** Creates the key, or replaces one with a lower number. Null without a keychain, or if its number is not lower. */
  makeDestinationKey(request: { deskId: DeskId; number: number }): VaultAnswer<KeyName | null>
  /**
   * Seals the key for a desk. SECURITY: null unless the exchange key is signed by the key whose fingerprint persons
   * compared. The database delivers both keys, and must not choose who receives the team's key.
   */
  giveDestinationKey(
    request: { deskId: DeskId; to: ComparedDesk; exchangeKey: ExchangeKey },
  ): VaultAnswer<GivenKey | null>
  /**
   * Accepts the key from a desk and returns its name. Null, without a change, if the key is sealed for another desk,
   * not signed by the compared key, damaged, or does not replace the current key (`replacesKey`).
   */
  takeDestinationKey(request: { deskId: DeskId; from: ComparedDesk; given: GivenKey }): VaultAnswer<KeyName | null>
  /** Removes the key and the exchange key, also damaged ones. For a desk that left its team. */
  removeDestinationKey(): VaultAnswer<null>
}
