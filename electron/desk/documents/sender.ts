import { maskWrittenCards } from '#shared/gateway/requests/masking.ts'
import type { Profile } from '#shared/model/profiles/profile.ts'
import type { Sender } from '../../common/documents/document.ts'

/** The merchant as sender of its documents: by the letterhead of the signed profile, else by the profile's name. */
export function senderOf({ name, letterhead }: Profile): Sender {
  if (letterhead === undefined) return { name: maskWrittenCards(name), lines: [], hasLogo: false }
  const { address, contact, logo } = letterhead
  const lines = [...address.split('\n'), contact].filter((line) => line !== '')
  return { name: maskWrittenCards(letterhead.name), lines: lines.map(maskWrittenCards), hasLogo: logo !== null }
}

/** The logo of the letterhead; null without one. */
export function logoOf({ letterhead }: Profile): Uint8Array | null {
  const logo = letterhead?.logo ?? null
  return logo === null ? null : Buffer.from(logo, 'base64')
}
