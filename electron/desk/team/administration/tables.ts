/** Creates and upgrades the tables of a team, with a login that is used only for this. */
import type { CallAnswer, ParsedInput } from '#shared/ipc/contract.ts'
import type { Failure } from '#shared/model/answers/failure.ts'
import type { TablesObstacle } from '#shared/model/team/team-state.ts'
import { failed } from '#shared/result.ts'
import type { TeamFailure } from '../../../team/port.ts'
import { audited } from '../../maintenance/index.ts'
import type { Services } from '../../services.ts'
import { refusedToConnect } from '../membership/confirm-connecting.ts'
import { enteredLogin } from '../membership/login.ts'

/** Creates the schema with an owner's login, which is not stored. */
export async function createSchema(
  services: Services, { owner, password, members, rehearsal }: ParsedInput<'team.createSchema'>,
): Promise<CallAnswer<'team.createSchema'>> {
  // The owner logs in once, with a password; the certificate belongs to this desk.
  const { clientCertificate: _ofTheDesk, ...address } = owner
  const refusal = await refusedToConnect(services, address)
  if (refusal !== null) return failed(refusal)
  return await audited(services, { action: 'team-schema-created', subject: `${owner.host} ${owner.database}`, detail: rehearsal ? 'as a rehearsal' : '' }, async () => {
    const installed = await services.teams.install(enteredLogin(services, address, password), members, { rehearsal })
    return installed.ok ? installed : failed(tablesFailed(installed.failure))
  })
}

/** The failures for which the page has its own text. */
const obstacles: Partial<Record<TeamFailure['code'], TablesObstacle>> = {
  'unreachable': 'address', 'not-a-database': 'address', 'connection-dropped': 'address', 'not-encrypted': 'encryption', 'login-unsafe': 'encryption',
  'certificate-untrusted': 'certificate-untrusted', 'certificate-wrong-name': 'certificate-wrong-name',
  'certificate-expired': 'certificate-expired', 'login-refused': 'login', 'database-missing': 'database',
  'no-rights': 'rights', 'login-missing': 'role', 'schema-newer': 'newer-tables', 'read-only': 'read-only',
  'disk-full': 'disk-full', 'not-a-rehearsal': 'no-rehearsal', 'encoding-wrong': 'encoding', 'busy': 'busy', 'shutting-down': 'busy', 'contended': 'busy', 'too-slow': 'busy',
}

/** A failure for the page. Each version of the tables is created completely or not at all. */
function tablesFailed({ code, technical, mayHaveHappened }: TeamFailure): Failure {
  return { code: 'tables-not-created', why: mayHaveHappened ? 'lost' : obstacles[code] ?? 'other', technical }
}
