/** Finds a callback or final redirect of the gateway anywhere in a text (§6, addendum 9). */
import { callbackNames, looksLikeCallback } from '../../gateway/callbacks/callback.ts'
import { readCallbackText } from '../../gateway/callbacks/callback-text.ts'
import { printForm, type Pair } from '../../gateway/encoding/form.ts'
import { nothingPasted, type Pasted } from './pasted.ts'
import { readParts } from './parts.ts'

/** Reads a callback, with its hashed text if that is pasted too; null if there is no callback. */
export function readCallback(text: string): Pasted | null {
  const read = readCallbackText(text)
  const isPrinted = read?.fixes.includes('printed-fields') === true
  const pairs = isPrinted || looksLikeCallback(text) ? read?.pairs ?? [] : []
  if (!isCallback(pairs)) return null
  return { ...nothingPasted, form: 'callback', body: printForm(pairs), controlText: readParts(text)?.controlText ?? null }
}

/** Requests have no status, and replies have no order id under these names. */
function isCallback(pairs: readonly Pair[]): boolean {
  const names = new Set(pairs.map(([name]) => name))
  return names.has('status') && (names.has('orderid') || names.has('client_orderid')) && !names.has('login')
    && callbackNames.filter((name) => names.has(name)).length > 2
}
