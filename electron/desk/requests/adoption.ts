/** Takes over, once, the profiles, secrets and keys of a version that bound and signed none of them. */
import type { Failure } from '#shared/model/failure.ts'
import { merchantKeyOf } from '#shared/model/merchant.ts'
import { contentOf } from '#shared/model/profile-content.ts'
import { builtInProfileId } from '#shared/model/profile-rules.ts'
import { success, type Result } from '#shared/result.ts'
import type { Adoptable } from '../../vault/port.ts'
import { audited } from '../maintenance/index.ts'
import { profileSubject } from '../newest/index.ts'
import type { Services } from '../services.ts'

export interface Adoption {
  /** Resolves when all is adopted, or when it cannot be now: a locked vault is asked again the next time. */
  ready(): Promise<void>
}

const passing = new Set<Failure['code']>(['vault-locked', 'keychain-waiting', 'keychain-locked'])

/** Makes it. `adopted` is called when something was taken over. */
export function adoption(services: Services, adopted: () => void): Adoption {
  let ended = false
  let underWay: Promise<void> | null = null

  async function attempt(): Promise<void> {
    const state = await services.vault.adoptionState()
    if (!state.ok) return
    if (state.value !== 'due') {
      ended = state.value === 'done'
      return
    }
    const profiles = adoptables(services)
    const taken = profiles.length === 0 ? success(null) : await adopt(services, profiles)
    if (!taken.ok) {
      // A vault that could not be asked is asked again; what else failed waits for the next start.
      ended = !passing.has(taken.failure.code)
      services.log('not-adopted', { code: taken.failure.code })
      return
    }
    ended = true
    const finished = await services.vault.finishAdoption()
    if (!finished.ok) services.log('adoption-not-finished', { code: finished.failure.code })
    if (profiles.length > 0) adopted()
  }

  return {
    async ready() {
      if (ended) return
      underWay ??= attempt().finally(() => { underWay = null })
      await underWay
    },
  }
}

/** Profiles that no signature was ever made for. One whose signature is of another keychain is a person's to judge. */
function adoptables({ profiles }: Services): Omit<Adoptable, 'number'>[] {
  return profiles.list().flatMap((profile) => {
    const merchant = merchantKeyOf(profile)
    const hasNothing = profile.id === builtInProfileId && profile.keyId === null
    if (merchant === null || hasNothing || profiles.confirmationOf(profile.id) !== null) return []
    return [{ secretId: profile.id, merchant, keyId: profile.keyId, content: contentOf(profile) }]
  })
}

async function adopt(
  services: Services, adopted: readonly Omit<Adoptable, 'number'>[],
): Promise<Result<null, Failure>> {
  const named = adopted.map(({ secretId, merchant }) => {
    const profile = services.profiles.list().find(({ id }) => id === secretId)
    return `${profile?.name ?? secretId}: ${merchant}`
  })
  const line = {
    action: 'secrets-bound', subject: 'Profiles of an earlier version', detail: named.join('; '),
  } as const
  return await audited(services, line, async () => {
    const numbered: Adoptable[] = []
    for (const one of adopted) {
      // None of them was ever signed.
      const number = await services.newest.numberFor({ subject: profileSubject(one.secretId), name: '', number: 0 })
      if (!number.ok) return number
      numbered.push({ ...one, number: number.value })
    }
    const confirmations = await services.vault.adopt({ profiles: numbered })
    if (!confirmations.ok) return confirmations
    const ids = services.profiles.list().map(({ id }) => id)
    return services.profiles.confirm(new Map(adopted.flatMap(({ secretId }, index) => {
      const id = ids.find((one) => one === secretId)
      return id === undefined ? [] : [[id, confirmations.value[index] ?? null] as const]
    })))
  })
}
