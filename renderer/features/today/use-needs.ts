import { computed, inject, provide, type InjectionKey } from 'vue'
import { claimNeedsAttention } from '#shared/model/payments/outcome-groups.ts'
import { useAlerts } from '../../app/stores/alerts.ts'
import { useAccess } from '../../app/stores/access.ts'
import { useHistoryFiles } from '../../app/stores/history-files.ts'
import { useHistoryTrust } from '../../app/stores/history-trust.ts'
import { useLives } from '../../app/stores/lives.ts'
import { useOpenOutcomes } from '../../app/stores/open-outcomes.ts'
import { useSession } from '../../app/stores/session.ts'
import { useTeam } from '../../app/stores/team.ts'
import { useTeamClaims } from '../../app/stores/team-claims.ts'
import { useText } from '../../i18n/index.ts'
import { useNow } from '../../ui/values/use-now.ts'
import type { Need } from './need.ts'
import { atStake, groupedOutcomes, paymentNeeds } from './payment-needs.ts'
import { useAlertNeeds } from './use-alert-needs.ts'
import { useFollowUps } from './use-follow-ups.ts'
import { useHousekeeping } from './use-housekeeping.ts'
import { usePausedBatches } from './use-paused-batches.ts'

type Needs = ReturnType<typeof createNeeds>
const key: InjectionKey<Needs> = Symbol('needs')

/** Computes what needs a person once, for the home screen, the number in the navigation and the badge. */
export function provideNeeds(): void {
  provide(key, createNeeds())
}

/** Returns what needs a person; computes it if no parent component has called `provideNeeds`. */
export const useNeeds = (): Needs => inject(key, createNeeds, true)

/** All items that need a person at this desk, first the payments of the active profile's merchant. */
function createNeeds() {
  const t = useText()
  const access = useAccess()
  const session = useSession()
  const outcomes = useOpenOutcomes()
  const team = useTeam()
  const claims = useTeamClaims()
  const lives = useLives()
  const historyFiles = useHistoryFiles()
  const historyTrust = useHistoryTrust()
  const now = useNow()
  const { history, rest } = useHousekeeping(now)
  const alerts = useAlerts()
  const alertNeeds = useAlertNeeds(now)
  const followUps = useFollowUps(now)
  const batches = usePausedBatches()

  const grouped = computed(() =>
    groupedOutcomes(outcomes.entries, session.active?.historyKey ?? null, session.profiles, now.value))
  const ofOtherDesks = computed((): readonly Need[] => {
    const count = claims.claims.filter(({ holder }) => claimNeedsAttention(holder, now.value)).length
    return count === 0 ? [] : [{
      id: 'other desks', kind: 'wait', title: t('today.payments.otherDesks', { count }), detail: '', merchantOrderId: '',
      to: null, atStake: '', age: '',
      action: { kind: 'open', to: '/open-outcomes', label: t('today.payments.show', { count }) },
    }]
  })

  const payments = computed(() =>
    paymentNeeds(grouped.value, [...alertNeeds.value ?? [], ...followUps.needs.value], session.profiles, now.value, t))
  const needs = computed(() => [
    ...history.value, ...payments.value, ...batches.needs.value, ...ofOtherDesks.value, ...rest.value,
  ])
  /** True once everything was read; an empty list proves nothing before. */
  const known = computed(() => outcomes.known && claims.failure === null && lives.loaded && team.state !== null
    && alertNeeds.value !== null && historyFiles.files !== null && historyTrust.trust !== null && followUps.loaded.value
    && batches.loaded.value
    && session.active !== null)
  // An unreachable team has its own line, so a failure of the claims is shown only if there is no line.
  const failure = computed(() => outcomes.failure ?? lives.failure ?? historyFiles.failure ?? team.failure
    ?? historyTrust.failure ?? alerts.failure ?? followUps.failure.value
    ?? batches.failure.value
    ?? (needs.value.length === 0 ? claims.failure : null))
  /** True if a banner above the screen needs a person. */
  const hasBanner = computed(() => session.failure !== null || session.vault?.state === 'failed' || session.keychainWaits
    || (access.state?.state === 'unprotected' && access.state.setUp === 'needed') || historyTrust.trust?.kind !== 'in-order')
  const nothing = computed(() => known.value && failure.value === null && !hasBanner.value && needs.value.length === 0)
  const uncertain = computed(() => atStake(grouped.value.uncertain, session.profiles))
  /** The number of requests without a result, of all merchants; null if the history may be incomplete. */
  const withoutResult = computed(() =>
    (known.value && history.value.length === 0 ? outcomes.entries.length + claims.claims.length : null))

  async function retry(): Promise<void> {
    await Promise.all([
      outcomes.load(), lives.load(), historyFiles.load(), team.load(), historyTrust.load(), claims.load(),
      alerts.load(), followUps.load(), batches.load(),
    ])
  }

  return { needs, known, nothing, failure, uncertain, withoutResult, retry }
}
