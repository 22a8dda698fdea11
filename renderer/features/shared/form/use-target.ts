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

/** The profile in use and the chosen entry point of a form. */
export interface Target {
  readonly view: ComputedRef<ProfileView | null>
  /** `entryPointKey` of the chosen one; empty until there is a profile. */
  readonly chosen: Ref<string>
  readonly entryPoint: ComputedRef<EntryPoint | null>
  readonly chosenTarget: ComputedRef<ChosenTarget | null>
  readonly validation: ComputedRef<ValidationContext>
}

/**
 * The place a form works at. Values that another screen sent along stand in the address; `take` gets them once, when
 * the profile they belong to is the one in use. If it is another one, that becomes the profile in use first and says
 * so: what the window's colour and word claim is always where a request goes.
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

  // Another profile starts with its first entry point; the same one, read again, keeps what was chosen.
  watch(() => view.value?.profile.id, () => {
    const first = view.value?.profile.entryPoints[0]
    chosen.value = first === undefined ? '' : entryPointKey(first)
  }, { immediate: true })

  async function consume(): Promise<void> {
    // The address belongs to the whole page: on the way out it is already another screen's.
    if (route.path !== ownPath || Object.keys(route.query).length === 0) return
    const query = { ...route.query }
    const profileId = queryText(query, 'profile')
    if (profileId !== '' && profileId !== session.activeId) {
      await switchTo(profileId)
      return
    }
    const key = queryText(query, 'entryPoint')
    const known = view.value?.profile.entryPoints.some((one) => entryPointKey(one) === key) === true
    // An endpoint that the profile no longer has is not silently replaced by another one.
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

  /** Taken out of the address, so that choosing another profile starts the form empty. */
  async function forgetQuery(): Promise<void> {
    await router.replace({ path: ownPath, query: {} })
  }

  onMounted(() => { void consume() })
  watch(() => route.query, () => { void consume() })
  // Where the screen does not begin again with its profile, the values are taken when the profile has changed.
  watch(() => session.activeId, () => { void consume() }, { flush: 'post' })

  return { view, chosen, entryPoint, chosenTarget, validation }
}
