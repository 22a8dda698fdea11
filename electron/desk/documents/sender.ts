import { maskFreeText } from '#shared/gateway/masking.ts'
import type { Profile } from '#shared/model/profile.ts'
import type { Sender } from '../../common/documents/document.ts'

/** The merchant as its documents show it. */
export function senderOf({ name }: Profile): Sender {
  return { name: maskFreeText(name), lines: [], hasLogo: false }
}
