import type { RouteLocationRaw } from 'vue-router'
import type { ProfileId } from '#shared/brands.ts'

/** The way to the page of a card: it belongs to the merchant of a profile. */
export function cardLink(profileId: ProfileId, cardReference: string): RouteLocationRaw {
  return { path: '/card', query: { profile: profileId, cardReference } }
}
