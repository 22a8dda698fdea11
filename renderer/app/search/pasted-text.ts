/** Recognises texts that the quick search passes to a screen, and builds the text that it shows for them. */
import { looksLikeCallback } from '#shared/gateway/callbacks/callback.ts'
import { withoutCardNumbers } from '#shared/gateway/fields/text-ids.ts'
import { beginsAsRequest, looksLikeRequest } from '#shared/inspector/reading/looks-like-request.ts'
import { readPasted } from '#shared/inspector/reading/read-pasted.ts'
import { readSupportMail, type MailDetails } from '#shared/model/profiles/support-mail.ts'
import type { Translate } from '../../i18n/index.ts'

export type PastedKind = 'mail' | 'request' | 'callback'

/** The kind of a pasted text; null for any other text. A mail may contain an example of a request. */
export function pastedKind(text: string): PastedKind | null {
  const isCallback = looksLikeCallback(text)
  if (beginsAsRequest(text) && !isCallback) return 'request'
  if (readSupportMail(text) !== null) return 'mail'
  if (isCallback) return 'callback'
  return looksLikeRequest(text) ? 'request' : null
}

const longestAddress = 200

/** SECURITY: built from the method and the address without user name and query, so no header or secret is shown. */
export function shownRequest(text: string, t: Translate): string {
  const { method = null, url = null } = readPasted(text) ?? {}
  const address = url === null ? null : URL.parse(url)
  const target = address === null ? '' : `${address.origin}${address.pathname}`.slice(0, longestAddress)
  return shown(t('shell.find.pasted.request'), [[method ?? '', withoutCardNumbers(target)].join(' ').trim()])
}

/** SECURITY: built only from values that a profile shows too. */
export function shownMail({ baseUrl, login, entryPoints }: MailDetails, t: Translate): string {
  return shown(t('shell.find.pasted.mail'), [baseUrl ?? '', login ?? '', ...entryPoints.map(({ id }) => id)])
}

function shown(what: string, parts: readonly string[]): string {
  const named = parts.filter((part) => part !== '')
  return named.length === 0 ? what : `${what}: ${named.join(' · ')}`
}
