import type { RouteLocationRaw } from 'vue-router'
import type { ProfileId } from '#shared/brands.ts'

/** Link to the page of a card, which belongs to the merchant of a profile. */
export function cardLink(profileId: ProfileId, cardReference: string): RouteLocationRaw {
  return { path: '/card', query: { profile: profileId, cardReference } }
}
