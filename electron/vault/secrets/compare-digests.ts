/** Compares received digests with texts and the stored secrets. No part of a secret leaves. */
import { success, type Result } from '#shared/result.ts'
import { matchControls, matchHmacs } from '../../common/matching/match.ts'
import type { Stores } from '../keychain/stores.ts'
import type { SecretMatch, VaultFailure, VaultPort } from '../port.ts'
import { decodeSecret, secretEntry } from './secret-record.ts'

type Answers = ReturnType<typeof matchHmacs>

/** Creates the vault's comparisons; each secret is read for one batch and not kept. */
export function createMatching(stores: Stores): Pick<VaultPort, 'matchControls' | 'matchHmacs'> {
  async function secretOf(secretId: string): Promise<Result<string | null, VaultFailure>> {
    const entry = secretEntry(secretId)
    const found = entry === null ? success(null) : await stores.get(entry)
    if (!found.ok) return found
    if (found.value === null) return success(null)
    const record = decodeSecret(found.value.value)
    found.value.value.fill(0)
    if (record === null) return success(null)
    const text = record.secret.toString('utf8')
    record.secret.fill(0)
    return success(text)
  }

  /** Reads one secret after the other; a matching candidate belongs to the first one that matches. */
  async function withEach(
    secretIds: readonly string[], count: number, compare: (secret: string) => Answers | null,
  ): Promise<Result<readonly SecretMatch[] | null, VaultFailure>> {
    const matches = Array<SecretMatch>(count).fill(null)
    for (const secretId of secretIds) {
      const secret = await secretOf(secretId)
      if (!secret.ok) return secret
      if (secret.value === null) continue
      const answers = compare(secret.value)
      if (answers === null) return success(null)
      for (const [index, causes] of answers.entries()) {
        if (causes !== null) matches[index] ??= { secretId, causes }
      }
    }
    return success(matches)
  }

  return {
    matchControls: ({ secretIds, control, candidates }) =>
      withEach(secretIds, candidates.length, (secret) => matchControls(control, [{ secret, causes: [] }], candidates)),

    async matchHmacs({ secretIds, ...request }) {
      const compare = (secret: string) => matchHmacs(request, [{ secret, causes: [] }])
      const matches = await withEach(secretIds, request.texts.length, compare)
      return matches.ok ? success(matches.value ?? []) : matches
    },
  }
}
