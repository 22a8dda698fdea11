import { allowVoid } from '../refunds.ts'
import { laterTransaction } from './later-transaction.ts'

/** Takes the whole transaction back. */
export const voidOrder = laterTransaction('reversal', allowVoid)
