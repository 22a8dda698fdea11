/** Detects the first answer which proves that a gateway knows a key; the key then counts as proven. */
import type { KeyId } from '#shared/brands.ts'
import { maskFreeText } from '#shared/gateway/requests/masking.ts'
import type { Answer } from '#shared/model/answers/answer.ts'
import { linesOf } from '#shared/model/keys/life-steps.ts'
import { note } from '../maintenance/index.ts'
import type { Services } from '../services.ts'
import type { Target } from './target.ts'

export interface KeyProofs {
  /**
   * Receives every answer to a request that `keyId` signed; null for another authentication. Writes one audit line for
   * each key and merchant. Never rejects.
   */
  recordAnswer(keyId: KeyId | null, target: Target, answer: Answer): Promise<void>
}

/** Creates the service. Proven keys are cached, so the journal is queried once per run for each key and merchant. */
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

  /** The request already has its answer, which a failure here must not lose. */
  async function keepOrLog(keyId: KeyId, target: Target): Promise<boolean> {
    try {
      return await keep(keyId, target)
    } catch (error) {
      services.log('key-proof-not-kept', { error: error instanceof Error ? error.name : typeof error })
      return false
    }
  }

  return {
    async recordAnswer(keyId, target, answer) {
      // The key that each run creates for the built-in gateway ends with the run and needs no proof.
      if (keyId === null || keyId !== target.profile.keyId || !showsAcceptance(answer)) return
      const mark = `${keyId} ${target.merchant}`
      if (known.has(mark)) return
      known.add(mark)
      if (!await keepOrLog(keyId, target)) known.delete(mark)
    },
  }
}

/** Whether the gateway processed the request, which it does only after checking the signature (§7.3). */
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
