/** The vault's answers in tests that expect a success or a failure. */
import { expect } from 'vitest'
import type { Result } from '#shared/result.ts'
import type { VaultFailure } from '../../electron/vault/port.ts'

/** The value of a call that is expected to succeed. */
export async function value<Value>(answer: Promise<Result<Value, VaultFailure>>): Promise<Value> {
  const result = await answer
  if (!result.ok) expect.fail(`the vault answered ${JSON.stringify(result.failure)}`)
  return result.value
}

/** The failure of a call that is expected to fail. */
export async function failure(answer: Promise<Result<unknown, VaultFailure>>): Promise<VaultFailure> {
  const result = await answer
  if (result.ok) expect.fail('the vault did what it should have refused')
  return result.failure
}
