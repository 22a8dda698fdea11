import { expect, it } from 'vitest'
import { failed, success } from '#shared/result.ts'
import type { Services } from '../../../electron/desk/services.ts'
import type { Team } from '../../../electron/desk/team/index.ts'
import { leaveTeam } from '../../../electron/desk/team/membership/joining.ts'

it('a desk that could not leave its team is still in it, and does not charge without its permission', async () => {
  const member = { deskId: 'desk', label: 'Desk', rehearsal: false, address: { host: 'db.example', database: 'team' } }
  let kept: typeof member | null = member
  const unwritable = failed({ code: 'journal-unwritable', detail: 'The disk is full.' } as const)
  const removed = async () => success(null)
  const services = {
    membership: { read: () => kept, save: (next: typeof member | null) => {
      kept = next
      return success(null)
    } },
    journal: { recordAudit: removed, teamLeave: async () => unwritable },
    vault: {
      removeTeamPassword: removed, removeTeamClientKey: removed, removeTeamSecret: removed,
      removeDestinationKey: removed,
    },
    system: { now: () => 0, description: { osUser: 'm.keller' } }, settings: { read: () => ({ operatorName: '' }) },
    users: { actor: () => ({ kind: 'os-user' }) }, log: () => undefined,
  } as unknown as Services
  const team = { alone: { clear: () => undefined } } as unknown as Team
  expect(await leaveTeam(services, team, { reason: 'over' })).toEqual(unwritable)
  expect(kept).toEqual(member)
})
