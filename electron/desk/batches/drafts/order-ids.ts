/** Merchant order ids for rows without one. The same rows get the same ids on every desk. */
import { createHash } from 'node:crypto'
import type { MerchantOrderId } from '#shared/brands.ts'

/** Text that becomes part of an id unchanged. The parts are separated by a point, which no part contains. */
const plain = /^[A-Za-z0-9_-]{1,60}$/
const shownCharacters = 40

/**
 * The merchant order id of a row, from the label of its period and its name: "2026-12.Anna". Null for an empty name or
 * label. SECURITY: it contains no time, counter or random value, so a file that is sent twice charges nobody twice.
 * Other characters are removed; then a digest of both texts is added, so that ids stay different.
 */
export function derivedOrderId(label: string, name: string): MerchantOrderId | null {
  const [period, row] = [label, name].map((text) => text.normalize('NFC').trim()) as [string, string]
  if (period === '' || row === '') return null
  if (plain.test(period) && plain.test(row)) return `${period}.${row}` as MerchantOrderId
  const digest = createHash('sha256').update(JSON.stringify([period, row])).digest('hex').slice(0, 20)
  return [shown(period), shown(row), digest].join('.') as MerchantOrderId
}

function shown(text: string): string {
  const words = text.normalize('NFD').replace(/\p{M}/gu, '').split(/[^A-Za-z0-9_]+/).filter((word) => word !== '')
  return words.length === 0 ? 'x' : words.join('-').slice(0, shownCharacters)
}
