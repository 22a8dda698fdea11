import type { RouteLocationRaw } from 'vue-router'

// Addendum 6: 00000000-0000-0000-0000-000002d9b22a
const serialNumber = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/**
 * Where a pasted text leads: a serial number is asked about at the gateway, anything else is looked for in the
 * history. Null for nothing.
 */
export function placeFor(pasted: string): RouteLocationRaw | null {
  const text = pasted.trim()
  if (text === '') return null
  if (serialNumber.test(text)) return { path: '/order-status', query: { serialNumber: text } }
  return { path: '/history', query: { text } }
}
