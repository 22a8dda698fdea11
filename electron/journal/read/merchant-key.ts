import type { MerchantKey } from '#shared/brands.ts'
import type { Connection } from '../connection.ts'
import { rootOf } from '../write/merchants.ts'
import type { MerchantAt } from './queries.ts'

/** The key by which entries of a merchant are kept; null, which no entry has, for one that is not known. */
export function keyAt(connection: Connection, { merchantKey }: MerchantAt): MerchantKey | null {
  return merchantKey === null ? null : rootOf(connection, merchantKey)
}
