/** The application's main side with a merchant that a team records: its address is none of this computer. */
import { success } from '#shared/result.ts'
import type { GatewayPort } from '../../../electron/gateway/port.ts'
import type { TeamsPort } from '../../../electron/team/port.ts'
import { admit } from '../../support/team/team.ts'
import { openApplication, straightClient, systemWithClock, type Application } from '../kill/services.ts'
import type { DeskInstallation } from './messages.ts'

const merchantAddress = 'https://gate.example'

/** Opens it as `openApplication` does, in no team until it joins; requests go to the gateway of the installation. */
export function openTeamApplication(
  installation: DeskInstallation, { teams }: { readonly teams?: TeamsPort } = {},
  around: <Answer>(send: () => Promise<Answer>) => Promise<Answer> = (send) => send(),
): Promise<Application> {
  const client = straightClient()
  const gateway: GatewayPort = {
    ...client,
    send: (request) => around(() =>
      client.send({ ...request, url: request.url.replace(merchantAddress, installation.baseUrl) })),
  }
  return openApplication(installation, {
    gateway, system: { ...systemWithClock, confirm: async () => true }, ...(teams !== undefined && { teams }),
    // A passphrase is tried elsewhere.
    vault: { protection: async () => success({ kind: 'nothing-kept' }) },
    profile: { environment: 'staging', gateway: { kind: 'address', baseUrl: merchantAddress } },
  })
}

/** Joins the team of the installation, where it did not before, and is admitted there by the database's owner. */
export async function joinOnce({ calls }: Application, { address, password }: DeskInstallation): Promise<void> {
  const described = await calls['team.describe'](null)
  if (!described.ok || described.value.state !== 'none') return
  const joined = await calls['team.join']({ address, password, label: address.user })
  if (!joined.ok) throw new Error(`the team was not joined: ${joined.failure.code}`)
  if (joined.value.state !== 'member' || joined.value.connection.kind !== 'not-admitted') return
  await admit(address, joined.value.deskId)
  await calls['team.connect'](null)
}
