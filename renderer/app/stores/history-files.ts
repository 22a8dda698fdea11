import { defineStore } from 'pinia'
import { computed, shallowRef } from 'vue'
import type { Failure } from '#shared/model/answers/failure.ts'
import type { Maintenance } from '#shared/model/history/maintenance.ts'
import { api } from '../api.ts'

/**
 * The history file, its backups and quarantined files: listed under "Data and audit", with a warning on every
 * screen.
 */
export const useHistoryFiles = defineStore('history-files', () => {
  const files = shallowRef<Maintenance | null>(null)
  const failure = shallowRef<Failure | null>(null)
  /** Why this history may lack orders in progress; null without a reason, or once it is resolved or given up. */
  const warning = computed(() => files.value?.warning ?? null)

  /**
   * When the newest usable backup was created; null without one. A backup with a future time is ignored: the clock was
   * ahead, so its age is not known.
   */
  const newestBackup = computed(() => files.value?.backups
    .filter(({ at, check }) => check.result === 'good' && Date.parse(at) <= Date.now())
    .map(({ at }) => at).toSorted().at(-1) ?? null)

  async function load(): Promise<void> {
    const answer = await api.call('maintenance.describe')
    if (answer.ok) files.value = answer.value
    failure.value = answer.ok ? null : answer.failure
  }

  return { files, failure, warning, newestBackup, load }
})
