import { minorUnitDigits } from '#shared/gateway/numbers/currencies.ts'
import type { Connection } from '../connection.ts'
import { paymentOf } from '../read/history-row.ts'
import type { Intent } from '../records.ts'
import { integer } from '../row.ts'
import { historyOf } from '../write/events.ts'
import { rootOf } from '../write/merchants.ts'
import { sentReading, type SentReading } from '../write/sent-reading.ts'

/**
 * Adds to an intent how its minor units are read, as a permanent fact. A request about a whole order sends no amount:
 * its reviewed amount is read like that of the payment.
 */
export function withReading(connection: Connection, intent: Intent): Intent {
  const reading = intent.minorAmount === null ? readingOfPayment(connection, intent) : sentReading(intent)
  return reading === 'iso-4217' ? intent : { ...intent, minorUnitDigits: reading }
}

function readingOfPayment(connection: Connection, { reviewed, orderId, merchantKey, profileId }: Intent): SentReading {
  const { currency } = reviewed ?? {}
  if (currency === undefined || minorUnitDigits(currency) === minorUnitDigits(currency, 'always-two')) return 'iso-4217'
  const payment = paymentOf(connection, {
    order_id: orderId, merchant_key: rootOf(connection, merchantKey), profile_id: profileId,
  })
  return payment === null ? 'iso-4217' : sentReading(historyOf(connection, integer(payment, 'seq')).intent)
}
