import type { RouteLocationRaw } from 'vue-router'
import { looksLikeCallback } from '#shared/gateway/callback.ts'

// Addendum 6: 00000000-0000-0000-0000-000002d9b22a
const serialNumber = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/**
 * True for a text that is handed to its screen in memory. SECURITY: a callback holds personal data and a digest; in the
 * address it would stay in the window's history.
 */
export function isHandedOver(pasted: string): boolean {
  return looksLikeCallback(pasted)
}

/**
 * Where a pasted text leads: a serial number is asked about at the gateway, a callback is checked, anything else is
 * looked for in the history. Null for nothing.
 */
export function routeFor(pasted: string): RouteLocationRaw | null {
  const text = pasted.trim()
  if (text === '') return null
  if (serialNumber.test(text)) return { path: '/order-status', query: { serialNumber: text } }
  if (isHandedOver(text)) return { path: '/callbacks' }
  return { path: '/history', query: { text } }
}
