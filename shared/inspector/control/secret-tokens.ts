import { secretToken } from '../../gateway/signing/control.ts'

/** Tokens that people write in place of the secret when they share a control text. */
export const secretTokens: readonly string[] = [secretToken, '<merchant_control>', 'merchant_control', '***']
