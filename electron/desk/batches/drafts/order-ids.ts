/** Merchant order ids for rows that have none: the same rows give the same ids on every desk. */
import { createHash } from 'node:crypto'
import type { MerchantOrderId } from '#shared/brands.ts'

/** A text that is part of an id unchanged. Between parts stands a point, which no part contains. */
const plain = /^[A-Za-z0-9_-]{1,60}$/
const shownCharacters = 40

/**
 * The merchant order id of a row by the label of its period and its name, such as "2026-12.Anna". Null for an empty
 * name. SECURITY: nothing of the time, a counter or chance is in it: a file that is sent twice charges nobody twice.
 * Other characters are left out, and then a digest of both texts keeps ids different; without one an id has two parts.
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
