/** The application's main side with a merchant that a team records: its address is not on this computer. */
import { success } from '#shared/result.ts'
import { admit } from '../../../support/team/team.ts'
import type { Installation, TeamLogin } from '../messages.ts'
import { openApplication, directClient, systemWithClock, type Application } from '../services.ts'
import { createSeams, teamsWithSeams } from './seams.ts'

const merchantAddress = 'https://gate.example'

/** Opens it like `openApplication`, without a team until it joins; requests go to the gateway of the installation. */
export function openTeamApplication(installation: Installation, seams = createSeams()): Promise<Application> {
  const client = directClient()
  return openApplication(installation, {
    gateway: {
      ...client,
      send: (request) => seams.around('sending', 'answered', () =>
        client.send({ ...request, url: request.url.replace(merchantAddress, installation.baseUrl) })),
    },
    system: { ...systemWithClock, confirm: async () => true }, teams: teamsWithSeams(seams),
    // Other tests cover the passphrase.
    vault: { protection: async () => success({ kind: 'nothing-kept' }) },
    profile: { environment: 'staging', gateway: { kind: 'address', baseUrl: merchantAddress } },
  })
}

/** Joins a team, unless it has joined before, and is admitted by the database's owner. */
export async function joinOnce({ calls }: Application, { address, password }: TeamLogin): Promise<void> {
  const described = await calls['team.describe'](null)
  if (!described.ok || described.value.state !== 'none') return
  const joined = await calls['team.join']({ address, password, label: address.user })
  if (!joined.ok) throw new Error(`the team was not joined: ${joined.failure.code}`)
  if (joined.value.state !== 'member' || joined.value.connection.kind !== 'not-admitted') return
  await admit(address, joined.value.deskId)
  await calls['team.connect'](null)
}
