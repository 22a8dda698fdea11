import type { Masked } from '#shared/brands.ts'
import { holdsCardNumber } from '#shared/gateway/luhn.ts'
import { maskFreeText, maskValue } from '#shared/gateway/masking.ts'
import type { Profile } from '#shared/model/profile.ts'
import type { Sender } from '../../common/documents/document.ts'

/** The merchant as its documents show it: by the letterhead of the signed profile, else by the profile's name. */
export function senderOf({ name, letterhead }: Profile): Sender {
  if (letterhead === undefined) return { name: shown(name), lines: [], hasLogo: false }
  const { address, contact, logo } = letterhead
  const lines = [...address.split('\n'), contact].filter((line) => line !== '')
  return { name: shown(letterhead.name), lines: lines.map(shown), hasLogo: logo !== null }
}

// SECURITY: the form of a profile refuses card numbers. Of an account's number every digit counts.
function shown(text: string): Masked {
  return holdsCardNumber(text) ? maskFreeText(text) : maskValue('open', text)
}

/** The picture of the letterhead; null for none. */
export function logoOf({ letterhead }: Profile): Uint8Array | null {
  const logo = letterhead?.logo ?? null
  return logo === null ? null : Buffer.from(logo, 'base64')
}
