/** Detects the first answer which proves that a gateway knows a key: from then on the key counts as proven. */
import type { KeyId } from '#shared/brands.ts'
import { maskFreeText } from '#shared/gateway/requests/masking.ts'
import type { Answer } from '#shared/model/answers/answer.ts'
import { linesOf } from '#shared/model/keys/life-steps.ts'
import { note } from '../maintenance/index.ts'
import type { Services } from '../services.ts'
import type { Target } from './target.ts'

export interface KeyProofs {
  /**
   * Receives every answer to a request that `keyId` signed; null for another authentication. Writes one line of the
   * audit trail for each key and merchant. Never rejects.
   */
  heard(keyId: KeyId | null, target: Target, answer: Answer): Promise<void>
}

/** Creates it. Proven keys are cached, so that the journal is queried once a run for each key and merchant. */
export function keyProofs(services: Services): KeyProofs {
  const known = new Set<string>()

  async function keep(keyId: KeyId, { profile, merchant }: Target): Promise<boolean> {
    const key = await services.vault.exportPublicKey({ keyId })
    const lines = await services.journal.lifeLines()
    if (!key.ok || !lines.ok) return false
    const { name, fingerprint } = key.value.description
    const about = maskFreeText(merchant)
    const before = linesOf(lines.value, 'key', fingerprint).some((line) => line.step === 'proven' && line.about === about)
    if (before) return true
    const detail = `profile ${profile.name}: ${merchant}; fingerprint ${fingerprint}`
    return await note(services, 'key-proven', name, detail, undefined, [{ of: 'key', id: fingerprint, step: 'proven', about }])
  }

  /** The request has its answer: a failure here must not lose it. */
  async function keepOrSay(keyId: KeyId, target: Target): Promise<boolean> {
    try {
      return await keep(keyId, target)
    } catch (error) {
      services.log('key-proof-not-kept', { error: error instanceof Error ? error.name : typeof error })
      return false
    }
  }

  return {
    async heard(keyId, target, answer) {
      // The key that each run creates for the built-in gateway ends with the run and needs no proof.
      if (keyId === null || keyId !== target.profile.keyId || !showsAcceptance(answer)) return
      const mark = `${keyId} ${target.merchant}`
      if (known.has(mark)) return
      known.add(mark)
      if (!await keepOrSay(keyId, target)) known.delete(mark)
    },
  }
}

/** Whether the gateway processed the request itself, which it does only after checking the signature (§7.3). */
function showsAcceptance({ outcome, hints }: Answer): boolean {
  switch (outcome.kind) {
    case 'accepted':
    case 'answered':
    case 'failed':
      return true
    case 'refused': return !hints.includes('check-login-and-secret')
    case 'access-denied':
    case 'not-sent':
    case 'unknown':
      return false
  }
}
