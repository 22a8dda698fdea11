import type { Failure } from '#shared/model/answers/failure.ts'
import { success, type Result } from '#shared/result.ts'
import { audited } from '../maintenance/index.ts'
import type { Services } from '../services.ts'

/** Confirms profiles that were removed from their file. If they are put back later, they count as older. */
export async function acceptMissing(services: Services): Promise<Result<null, Failure>> {
  for (const { subject, name } of await services.newest.missing()) {
    const line = { action: 'profile-removed', subject: name, detail: 'taken out of its file outside this application' } as const
    const accepted = await audited(services, line, () => services.newest.removing({ subject, name, number: 0 }))
    if (!accepted.ok) return accepted
  }
  return success(null)
}
