import type { Lookup } from '#shared/ipc/authority.ts'
import type { DraftsForStart } from '../batches/index.ts'
import { blockOf } from '../requests/index.ts'
import type { HistoryGuard } from '../history-guard.ts'
import type { intents } from '../payments/index.ts'
import type { Services } from '../services.ts'

/** Creates the lookup that the contract's rules use. */
export function ruleLookup(
  services: Services, reviews: Pick<ReturnType<typeof intents>, 'find'>, history: Pick<HistoryGuard, 'isCareful'>,
  drafts: Pick<DraftsForStart, 'profileOf'>,
): Lookup {
  const { profiles, settings, journal, users, newest } = services
  return {
    profile: (id) => profiles.get(id),
    async hasProduction() {
      const listed = profiles.list()
      if (listed.some(({ environment }) => environment === 'production')) return true
      // SECURITY: otherwise the rules would end if a production profile was edited in its file or removed from it.
      const blocks = await Promise.all(listed.map((profile) => blockOf(services, profile)))
      return blocks.some((block) => !block.ok || block.value?.kind === 'not-confirmed') || (await newest.missing()).length > 0
    },
    reviewed(intentId) {
      const review = reviews.find(intentId)
      if (!review.ok) return null
      const { profile } = review.value.operationRequest.target
      return { then: profile, now: profiles.get(profile.id) }
    },
    async isReal(entryId) {
      const found = await journal.entry({ entryId })
      return !found.ok || found.value === null || found.value.row.environment !== 'sandbox'
    },
    draft: (draftId) => drafts.profileOf(draftId),
    async batch(batchId) {
      const found = await journal.batch({ batchId })
      return found.ok ? found.value : null
    },
    asksGatewayFirst: () => history.isCareful(),
    settings: () => settings.isTrusted() ? settings.read() : null,
    person: (id) => users.person(id),
  }
}
