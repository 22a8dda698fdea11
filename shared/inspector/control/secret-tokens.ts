import { secretToken } from '../../gateway/control.ts'

/** What people write in the place of the secret where they show a control text to others. */
export const secretTokens: readonly string[] = [secretToken, '<merchant_control>', 'merchant_control', '***']
