/** Keyed digests of rows: the journal recognises a row of a payout without storing its account. */
import type { FieldValues } from '#shared/gateway/fields/fields.ts'
import type { Failure } from '#shared/model/answers/failure.ts'
import type { Result } from '#shared/result.ts'
import { digestOf } from '../../../common/signatures/log-digest.ts'
import type { Services } from '../../services.ts'

/** The number of digits of a digest that identify its key. */
const keyDigits = 8

/** The digests of all values of each row, in order. Equal values have equal digests while the key exists. */
export async function rowDigests(
  vault: Pick<Services['vault'], 'keyedDigests'>, rows: readonly FieldValues[],
): Promise<Result<readonly string[], Failure>> {
  const digests = rows.map((values) => digestOf(Object.entries(values)
    .flatMap(([key, value]) => (value === undefined ? [] : [[key, value] as const]))
    .toSorted(([one], [other]) => (one < other ? -1 : Number(one > other)))
    .flat()))
  return await vault.keyedDigests({ purpose: 'batch-row', digests })
}

/** True for digests with the same key; others cannot be compared. */
export function haveSameKey(one: string, other: string): boolean {
  return one.slice(0, keyDigits) === other.slice(0, keyDigits)
}
