import { computed, onMounted, ref, watch, type ComputedRef, type Ref } from 'vue'
import { useRoute, useRouter } from 'vue-router'
import type { ValidationContext } from '#shared/gateway/requests/validation.ts'
import type { ProfileView } from '#shared/model/application/app.ts'
import type { EntryPoint } from '#shared/model/profiles/profile.ts'
import { merchantText } from '../../../app/merchant-text.ts'
import { useSession } from '../../../app/stores/session.ts'
import { useText } from '../../../i18n/index.ts'
import { showMessage } from '../../../ui/messages/announcer.ts'
import { entryPointKey, queryText, type ChosenTarget } from './targets.ts'

/** The active profile and the chosen entry point of a form. */
export interface Target {
  readonly view: ComputedRef<ProfileView | null>
  /** `entryPointKey` of the chosen entry point; empty without a profile. */
  readonly chosen: Ref<string>
  readonly entryPoint: ComputedRef<EntryPoint | null>
  readonly chosenTarget: ComputedRef<ChosenTarget | null>
  readonly validation: ComputedRef<ValidationContext>
}

/**
 * The target of a form. Another screen may pass values in the address; `take` receives them once, when their profile is
 * the active one. If it is not, it is activated first, with a message: the environment that the window shows is always
 * the one that a request goes to.
 */
export function useTarget(take: (given: (name: string) => string) => void = () => undefined): Target {
  const session = useSession()
  const route = useRoute()
  const router = useRouter()
  const t = useText()
  const ownPath = route.path

  const view = computed(() => session.active)
  const chosen = ref('')
  const entryPoint = computed(() =>
    view.value?.profile.entryPoints.find((one) => entryPointKey(one) === chosen.value) ?? null)
  const chosenTarget = computed(() => (view.value === null || entryPoint.value === null
    ? null
    : { profileId: view.value.profile.id, entryPoint: entryPoint.value }))
  const validation = computed<ValidationContext>(() => ({
    fixedCurrency: entryPoint.value?.kind === 'endpoint' ? entryPoint.value.currency : null,
    switches: view.value?.profile.switches ?? { minorUnitDigits: 'iso-4217' },
  }))

  // A profile starts with its first entry point; if the same profile is read again, the choice stays.
  watch(() => view.value?.profile.id, () => {
    const first = view.value?.profile.entryPoints[0]
    chosen.value = first === undefined ? '' : entryPointKey(first)
  }, { immediate: true })

  async function consume(): Promise<void> {
    // While this screen is being left, the address is already that of the next one.
    if (route.path !== ownPath || Object.keys(route.query).length === 0) return
    const query = { ...route.query }
    const profileId = queryText(query, 'profile')
    if (profileId !== '' && profileId !== session.activeId) {
      await switchTo(profileId)
      return
    }
    const key = queryText(query, 'entryPoint')
    const known = view.value?.profile.entryPoints.some((one) => entryPointKey(one) === key) === true
    // An entry point that the profile no longer has is not replaced by another one: a person chooses.
    if (key !== '') chosen.value = known ? key : ''
    await forgetQuery()
    take((name) => queryText(query, name))
  }

  async function switchTo(profileId: string): Promise<void> {
    const wanted = session.profiles.find(({ profile }) => profile.id === profileId)?.profile
    const refused = wanted === undefined ? { code: 'no-such-profile' as const } : await session.choose(wanted.id)
    if (wanted === undefined || refused !== null) {
      showMessage('bad', t(`failure.what.${refused?.code ?? 'no-such-profile'}`))
      await forgetQuery()
      return
    }
    showMessage('info', t('forms.switchedProfile', { merchant: merchantText(wanted.name, wanted.environment, t) }))
  }

  /** Removes the values from the address, so that the form starts empty after a change of profile. */
  async function forgetQuery(): Promise<void> {
    await router.replace({ path: ownPath, query: {} })
  }

  onMounted(() => { void consume() })
  watch(() => route.query, () => { void consume() })
  // Some screens are not created again for another profile: they receive the values after the change.
  watch(() => session.activeId, () => { void consume() }, { flush: 'post' })

  return { view, chosen, entryPoint, chosenTarget, validation }
}
