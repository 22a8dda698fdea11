/** Compares received digests with texts and the stored secrets. Returns no part of a secret. */
import { success, type Result } from '#shared/result.ts'
import { matchControls, matchHmacs } from '../../common/matching/match.ts'
import type { Stores } from '../keychain/stores.ts'
import type { SecretMatch, VaultFailure, VaultPort } from '../port.ts'
import { readSecret } from './secret-record.ts'

type Answers = ReturnType<typeof matchHmacs>

/** Creates the comparisons. Each secret is read for one batch, then wiped. */
export function createMatching(stores: Stores): Pick<VaultPort, 'matchControls' | 'matchHmacs'> {
  /** Compares with one secret after the other. A candidate has the first secret that matches. */
  async function withEach(
    secretIds: readonly string[], count: number, compare: (secret: string) => Answers | null,
  ): Promise<Result<readonly SecretMatch[] | null, VaultFailure>> {
    const matches = Array<SecretMatch>(count).fill(null)
    for (const secretId of secretIds) {
      const found = await readSecret(stores, secretId)
      if (!found.ok) return found
      if (found.value === null || found.value === 'damaged') continue
      const answers = compare(found.value.secret.toString('utf8'))
      found.value.secret.fill(0)
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
