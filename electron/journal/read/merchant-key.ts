import type { MerchantKey } from '#shared/brands.ts'
import type { Connection } from '../connection.ts'
import { rootOf } from '../write/merchants.ts'
import type { MerchantAt } from './queries.ts'

/** The key under which entries of a merchant are stored; null, which matches no entry, for an unknown merchant. */
export function keyAt(connection: Connection, { merchantKey }: MerchantAt): MerchantKey | null {
  return merchantKey === null ? null : rootOf(connection, merchantKey)
}
