/**
 * What stands where a control or a signature would, in what can be copied: with a real one, whoever copies it could
 * move money.
 */
export const placeholders = { control: '{control}', signature: '{oauth_signature}' } as const
