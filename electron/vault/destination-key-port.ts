/** The vault's part of sharing the team's key for digests of destinations. */
import type { DeskId } from '#shared/brands.ts'
import type { ExchangeKey, GivenKey, KeyName } from '#shared/team/destination-key.ts'
import type { VaultAnswer } from './vault-failure.ts'

/** Another desk: its id, the key of its heads (PEM), and the fingerprint of that key as persons compared it. */
export interface ComparedDesk {
  readonly deskId: DeskId
  readonly publicKey: string
  readonly fingerprint: string
}

/** No method returns the key, except sealed for one desk whose key persons compared. */
export interface DestinationKeyMethods {
  /**
   * The public key to which the team's key for destinations is handed, signed for this desk; created at its first call.
   * Null without a keychain or a key of heads. `keychain-doubtful` where it is damaged, as for the next four.
   */
  teamExchangeKey(request: { deskId: DeskId }): VaultAnswer<ExchangeKey | null>
  /** The name of the team's key for destinations; null where this desk has none. */
  destinationKey(request: { deskId: DeskId }): VaultAnswer<KeyName | null>
  /** Creates it, in the place of one with a lower number; null without a keychain, or where it is not needed. */
  makeDestinationKey(request: { deskId: DeskId; number: number }): VaultAnswer<KeyName | null>
  /**
   * Seals the key for a desk. SECURITY: null unless the exchange key is signed by the key whose fingerprint persons
   * compared: the database that delivers both must not choose who receives it.
   */
  giveDestinationKey(
    request: { deskId: DeskId; to: ComparedDesk; exchangeKey: ExchangeKey },
  ): VaultAnswer<GivenKey | null>
  /**
   * Accepts the key from a desk and returns its name. Null, and nothing changes, where it is sealed for another one,
   * not signed by the compared key, damaged, or does not replace the present key (`replacesKey`).
   */
  takeDestinationKey(request: { deskId: DeskId; from: ComparedDesk; given: GivenKey }): VaultAnswer<KeyName | null>
  /** Removes it, and the key that it is handed to: the desk left its team. Damaged ones are removed too. */
  removeDestinationKey(): VaultAnswer<null>
}
