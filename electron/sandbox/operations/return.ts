import { allowReturn } from '../refunds.ts'
import { laterTransaction } from './later-transaction.ts'

/** A refund; of a preauthorisation its cancel. */
export const returnOrder = laterTransaction('reversal', allowReturn)
