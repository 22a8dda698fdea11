/** Keyed digests of destinations: the journal recognises equal ones without storing the account. */
import type { FieldValues } from '#shared/gateway/fields/fields.ts'
import { destinationText } from '#shared/gateway/fields/destination.ts'
import type { Failure } from '#shared/model/answers/failure.ts'
import { success, type Result } from '#shared/result.ts'
import { digestOf } from '../../common/signatures/log-digest.ts'
import type { Services } from '../services.ts'

/** The digests of the destinations in normalised values, in order; null for values without a destination. */
export async function destinationsOf(
  vault: Pick<Services['vault'], 'keyedDigests'>, rows: readonly FieldValues[],
): Promise<Result<readonly (string | null)[], Failure>> {
  const texts = rows.map(destinationText)
  const named = texts.flatMap((text) => (text === null ? [] : [digestOf([text])]))
  if (named.length === 0) return success(texts.map(() => null))
  const digests = await vault.keyedDigests({ purpose: 'destination', digests: named })
  if (!digests.ok) return digests
  const inTurn = digests.value.values()
  return success(texts.map((text) => (text === null ? null : inTurn.next().value ?? null)))
}
