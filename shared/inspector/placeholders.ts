/** Placeholders for control and signature in text that may be copied: with real ones a person could move money. */
export const placeholders = { control: '{control}', signature: '{oauth_signature}' } as const
