/** The owner of a matching key or secret as a cause: only that of another profile is a mistake. */
import type { Cause } from '#shared/inspector/cause.ts'
import { signatureCause } from '#shared/inspector/signature-causes.ts'
import { finding, type Diagnosis } from './diagnosis.ts'
import type { KnownProfile, PublicKeyToTry } from './port.ts'
import type { SecretMatch } from './matchers.ts'

/** Judges keys and secrets for one profile among all. */
export function ownership(profile: KnownProfile, profiles: readonly KnownProfile[]) {
  const isOwn = ({ owners }: PublicKeyToTry) => owners.includes(profile.id)
  const causesOfKey = (key: PublicKeyToTry): Cause[] => {
    if (isOwn(key)) return []
    const owner = profiles.find(({ id }) => key.owners.includes(id))
    return [owner === undefined ? { ...signatureCause('key-of-no-profile'), about: key.name }
      : { ...signatureCause('key-of-other-profile'), about: owner.name }]
  }
  return {
    /** The profile's own key first; each with the mistakes that a match proves. */
    keys: (keys: readonly PublicKeyToTry[]) => keys.toSorted((one, other) => Number(isOwn(other)) - Number(isOwn(one)))
      .map((key) => ({ pem: key.pem, causes: causesOfKey(key), name: key.name, isOwn: isOwn(key) })),

    /** The mistakes that a matching secret proves; null if none matched. */
    match: (match: SecretMatch): readonly Cause[] | null => {
      if (match === null || match.secretId === profile.id) return match?.causes ?? null
      const about = profiles.find(({ id }) => id === match.secretId)?.name ?? ''
      return [...match.causes, { ...signatureCause('secret-of-other-profile'), about }]
    },

    /** Adds the profile's name, and reports if its own secret could not be compared. */
    withProfile: (diagnosis: Diagnosis): Diagnosis => {
      const { suspicion } = diagnosis
      if (suspicion !== null && (profile.hasSecret || suspicion.id !== 'other-secret')) {
        return { ...diagnosis, suspicion: { ...suspicion, about: profile.name } }
      }
      return withMissingSecret({ ...diagnosis, suspicion: null })
    },
  }

  function withMissingSecret(diagnosis: Diagnosis): Diagnosis {
    const isOnlyOthers = !profile.hasSecret && profiles.some(({ hasSecret }) => hasSecret)
    if (!isOnlyOthers || diagnosis.recognised.authentication !== 'control') return diagnosis
    const missing = finding('secret-missing',
      'This profile has no control secret yet: only the secrets of other profiles were compared.')
    return { ...diagnosis, findings: [...diagnosis.findings, missing] }
  }
}
