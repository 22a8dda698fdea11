import { allowCapture } from '../refunds.ts'
import { laterTransaction } from './later-transaction.ts'

/** Takes the money that a preauthorisation holds. */
export const captureOrder = laterTransaction('capture', allowCapture)
