/**
 * Placeholders for control and signature in text that can be copied: a person who copies a real one could move money.
 */
export const placeholders = { control: '{control}', signature: '{oauth_signature}' } as const
