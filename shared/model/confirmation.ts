/** What a person confirmed of a profile, as it is kept beside the profile. */
export interface Confirmation {
  /** The profile as it was confirmed, in its canonical form. */
  readonly content: string
  /** Names the signing key, so that a lost key is told from a changed profile. */
  readonly keyId: string
  /** Ed25519 over the content, in Base64. */
  readonly signature: string
}
