import { computed, type ComputedRef } from 'vue'
import type { ProfileId } from '#shared/brands.ts'
import type { Switches } from '#shared/gateway/operations/switches.ts'
import { useSession } from '../../app/stores/session.ts'

/** The rule by which a batch's profile reads minor units; ISO 4217 if the profile no longer exists. */
export function useReading(profileId: () => ProfileId | undefined): ComputedRef<Switches['minorUnitDigits']> {
  const session = useSession()
  return computed(() => {
    const view = session.profiles.find(({ profile }) => profile.id === profileId())
    return view?.profile.switches.minorUnitDigits ?? 'iso-4217'
  })
}
