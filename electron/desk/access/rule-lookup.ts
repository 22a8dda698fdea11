import type { Lookup } from '#shared/ipc/authority.ts'
import type { intents } from '../payments/index.ts'
import type { Services } from '../services.ts'

/** Creates what the rules of the contract look up. */
export function ruleLookup(
  { profiles, settings, journal, users }: Services, reviews: Pick<ReturnType<typeof intents>, 'look'>,
): Lookup {
  return {
    profile: (id) => profiles.get(id),
    hasProduction: () => profiles.list().some(({ environment }) => environment === 'production'),
    reviewed(intentId) {
      const review = reviews.look(intentId)
      if (!review.ok) return null
      const { profile } = review.value.operationRequest.target
      return { then: profile, now: profiles.get(profile.id) }
    },
    async isReal(entryId) {
      const found = await journal.entry({ entryId })
      return !found.ok || found.value === null || found.value.row.environment !== 'sandbox'
    },
    settings: () => settings.isTrusted() ? settings.read() : null,
    person: (id) => users.person(id),
  }
}
