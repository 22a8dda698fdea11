import { computed, ref, shallowRef } from 'vue'
import type { Failure } from '#shared/model/answers/failure.ts'
import type { Verification } from '#shared/model/history/maintenance.ts'
import { api } from '../../app/api.ts'
import { useHistoryFiles } from '../../app/stores/history-files.ts'
import type { Translate } from '../../i18n/index.ts'
import { localTime } from '../../ui/values/time.ts'
import { partDone, useMaintenanceProgress } from './use-maintenance-progress.ts'

/** The text of a verification and its kind of notice. */
export interface Verdict {
  readonly kind: 'good' | 'bad' | 'warning'
  readonly title: string
  readonly texts: readonly string[]
  readonly entryId: string | null
}

/** Verifies the journal, one run at a time. */
export function useVerify() {
  const running = ref(false)
  const result = shallowRef<Verification | null>(null)
  const failure = shallowRef<Failure | null>(null)
  const { progress, reset } = useMaintenanceProgress('verify')

  async function verify(): Promise<void> {
    if (running.value) return
    running.value = true
    failure.value = null
    result.value = null
    reset()
    const answer = await api.call('maintenance.verify')
    running.value = false
    if (answer.ok) result.value = answer.value
    else failure.value = answer.failure
    // The screen "Today" shows the last verification.
    void useHistoryFiles().load()
  }

  return { running, result, failure, progress, part: computed(() => partDone(progress.value)), verify }
}

/** Returns the verdict on a verification: its most severe finding. */
export function verdictOf(verification: Verification, t: Translate): Verdict {
  const { firstBreak, unsigned, signedAtStart, signedAtRestore, changedRules, heads } = verification
  if (firstBreak !== null) {
    const { link, what, at, entryId } = firstBreak
    const place = at === null ? t('maintenance.verify.place', { link })
      : t(what === 'end-cut-off' ? 'maintenance.verify.keptAt' : 'maintenance.verify.placeAt', { link, at: localTime(at) })
    const next = t(what === 'end-cut-off' ? 'maintenance.verify.cutOffNext' : 'maintenance.verify.breakNext')
    return { kind: 'bad', title: t(`maintenance.verify.break.${what}`), texts: [place, next], entryId }
  }
  if (signedAtRestore > 0) {
    const title = t('maintenance.verify.asTheyStood', { count: signedAtRestore })
    return { kind: 'warning', title, texts: [t('maintenance.verify.asTheyStoodNext')], entryId: null }
  }
  if (heads.keyLost) {
    return { kind: 'warning', title: t('maintenance.verify.headKeyLost'), texts: [t('maintenance.verify.headKeyLostText')], entryId: null }
  }
  if (unsigned === 0 && heads.byAnotherKey === 0) {
    const isAllProven = changedRules.length === 0 && signedAtStart === 0
    const title = t(isAllProven ? 'maintenance.verify.good' : 'maintenance.verify.goodRows')
    return { kind: 'good', title, texts: [t('maintenance.verify.goodText')], entryId: null }
  }
  const next = heads.newest === null ? 'maintenance.verify.unsignedNever' : 'maintenance.verify.unsignedNext'
  const texts = unsigned === 0 ? [] : [t(next)]
  return { kind: 'warning', title: t('maintenance.verify.unproven'), texts, entryId: null }
}
