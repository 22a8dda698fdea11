import { defineStore } from 'pinia'
import { computed, ref, shallowRef } from 'vue'
import type { ProfileId } from '#shared/brands.ts'
import type { AppDescription, ProfileList, ProfileView, VaultState } from '#shared/model/application/app.ts'
import type { Failure } from '#shared/model/answers/failure.ts'
import { api } from '../api.ts'

/** The state that every screen uses: application, profiles and vault. The access store has the person. */
export const useSession = defineStore('session', () => {
  const app = shallowRef<AppDescription | null>(null)
  const profiles = shallowRef<readonly ProfileView[]>([])
  const activeId = ref<ProfileId | null>(null)
  const warnings = shallowRef<readonly string[]>([])
  const missing = shallowRef<readonly string[]>([])
  const vault = shallowRef<VaultState | null>(null)
  const keychainWaits = ref(false)
  const quitWaits = ref(false)
  /** Why the profiles or the application could not be read, or null. */
  const failure = shallowRef<Failure | null>(null)

  const active = computed(() => profiles.value.find(({ profile }) => profile.id === activeId.value) ?? null)

  function takeProfiles(list: ProfileList): void {
    profiles.value = list.profiles
    activeId.value = list.activeId
    warnings.value = list.warnings
    missing.value = list.missing ?? []
  }

  async function loadProfiles(): Promise<void> {
    const answer = await api.call('profiles.list')
    if (answer.ok) takeProfiles(answer.value)
    failure.value = answer.ok ? null : answer.failure
  }

  async function loadVault(): Promise<void> {
    const answer = await api.call('vault.describe')
    vault.value = answer.ok ? answer.value : { state: 'failed', failure: answer.failure }
  }

  /** Reads the description of the application, which main also returns while the desk is locked. */
  async function loadApp(): Promise<void> {
    const answer = await api.call('app.describe')
    if (answer.ok) app.value = answer.value
  }

  async function load(): Promise<void> {
    await Promise.all([loadProfiles(), loadVault()])
  }

  /** Call when the desk is unlocked: if the locked desk refused the first reading, reads again. */
  function opened(): void {
    if (failure.value?.code !== 'desk-locked') return
    failure.value = null
    vault.value = null
    void load()
  }

  /**
   * Reads profiles and vault, even before it is known whether the desk is locked, and listens to main; returns the
   * function that stops listening.
   */
  function start(): () => void {
    const stops = [
      api.on('profiles.changed', () => { void loadProfiles() }),
      api.on('vault.changed', (state) => {
        vault.value = state
        // While the vault is locked, it is not known whether a profile's secret is stored.
        void loadProfiles()
      }),
      api.on('keychain.waiting', ({ waiting }) => { keychainWaits.value = waiting }),
      api.on('app.quitWaits', () => { quitWaits.value = true }),
    ]
    void load()
    return () => { stops.forEach((stop) => { stop() }) }
  }

  /** Makes a profile the active one. The caller shows the failure. */
  async function choose(id: ProfileId): Promise<Failure | null> {
    const answer = await api.call('profiles.choose', { id })
    if (!answer.ok) return answer.failure
    takeProfiles(answer.value)
    return null
  }

  return {
    app, profiles, activeId, active, warnings, missing, vault, keychainWaits, quitWaits, failure,
    start, opened, loadApp, loadProfiles, loadVault, choose,
  }
})
