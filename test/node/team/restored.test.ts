/** A desk whose journal is an earlier state, or one of two copies: it writes nothing until it joins again. */
import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import type { TeamMember } from '#shared/model/team/team-state.ts'
import { createTeamSecret } from '../../../electron/vault/team/secret.ts'
import { onTestEnd } from '../clean-up.ts'
import { closeAll } from '../desk/support.ts'
import { chargeAt, confirmed, newAmount, officeAt, type Colleague, type Office } from './desks.ts'
import { lastingStores } from './lasting-stores.ts'
import { missing, newTeam, sharedCluster } from './support.ts'

afterEach(closeAll)

async function reviewed(one: Colleague, changes: Record<string, string> = {}) {
  const { intentId } = await one.desk.call('payments.review', chargeAt(one, { amount: newAmount(), ...changes }))
  return { intentId, ...confirmed }
}

const charge = async (one: Colleague, changes?: Record<string, string>) =>
  await one.desk.call('payments.submit', await reviewed(one, changes))

/** The state after all possible deliveries. */
async function contacted({ desk }: Colleague): Promise<TeamMember> {
  const state = await desk.call('team.connect', null)
  return state.state === 'member' ? state : expect.fail('the desk is in no team')
}

async function officeOfTwo() {
  const cluster = await sharedCluster()
  const office: Office = officeAt(cluster, await newTeam(cluster))
  const gateway = await office.colleague()
  const vault = createTeamSecret(lastingStores())
  const anna = await office.colleague({ vault })
  const ben = await office.colleague()
  await anna.join('anna')
  await ben.join('ben')
  return { office, gateway, vault, anna, ben }
}

describe.skipIf(missing !== null)('a desk of a team', () => {
  it.each(['immediately', 'after a contact'])('that restores a backup stays apart over a restart %s, until it joins again', async (when) => {
    const { office, gateway, vault, anna, ben } = await officeOfTwo()
    await charge(anna)
    // Not contacted since: like a backup right after a start, it has rows that are delivered after it.
    const { fileName } = await anna.desk.call('maintenance.backUp', null)
    await charge(anna, { merchantOrderId: 'after-the-backup' })
    await contacted(anna)
    await anna.desk.call('maintenance.restore', { fileName })
    if (when !== 'at once') expect((await contacted(anna)).connection).toEqual({ kind: 'forked' })
    await anna.desk.end()

    const again = await office.colleague({ folder: anna.desk.folder, vault })
    await again.join('anna')
    expect((await contacted(again)).connection).toEqual({ kind: 'forked' })
    expect(await again.desk.refused('payments.submit', await reviewed(again))).toEqual({ code: 'team-behind', why: 'forked' })
    await again.desk.call('team.leave', { reason: 'restored' })
    await again.join('anna')
    await charge(again)
    expect(await contacted(again)).toMatchObject({ connection: { kind: 'connected' }, waiting: 0, historyWaiting: 0, collisions: [] })
    const sent = gateway.desk.ordersInLedger().length
    expect(await ben.desk.refused('payments.submit', await reviewed(ben, { merchantOrderId: 'after-the-backup' })))
      .toMatchObject({ code: 'team-taken' })
    expect(gateway.desk.ordersInLedger()).toHaveLength(sent)
    expect((await ben.desk.call('team.verify', null)).breaks).toEqual([])
  })

  it('that was copied stays apart from the copy that the team knows', async () => {
    const { office, vault, anna } = await officeOfTwo()
    await charge(anna)
    await contacted(anna)
    await anna.desk.end()
    const folder = mkdtempSync(join(tmpdir(), 'copied-desk-'))
    onTestEnd(() => { rmSync(folder, { recursive: true, force: true }) })
    cpSync(anna.desk.folder, folder, { recursive: true })
    const first = await office.colleague({ folder: anna.desk.folder, vault })
    await first.join('anna')
    await charge(first)
    expect((await contacted(first)).connection).toEqual({ kind: 'connected' })
    const second = await office.colleague({ folder, vault })
    await second.join('anna')
    expect((await contacted(second)).connection).toEqual({ kind: 'forked' })
    expect(await second.desk.refused('payments.submit', await reviewed(second))).toEqual({ code: 'team-behind', why: 'forked' })
  })
})
