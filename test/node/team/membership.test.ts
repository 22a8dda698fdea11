/** The file with a desk's membership of a team, removed. */
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { closeAll } from '../desk/support.ts'
import { chargeAt, confirmed, newAmount, officeAt, type Colleague } from './desks.ts'
import { missing, newTeam, sharedCluster } from './support.ts'

afterEach(closeAll)

describe.skipIf(missing !== null)('a desk of a team whose membership file is missing', () => {
  it('sends nothing without a permission, until an administrator leaves the team', async () => {
    const cluster = await sharedCluster()
    const office = officeAt(cluster, await newTeam(cluster))
    const gateway = await office.colleague()
    const anna = await office.colleague()
    await anna.join('anna')
    await anna.desk.end()
    rmSync(join(anna.desk.folder, 'team.json'))

    const again = await office.colleague({ folder: anna.desk.folder })
    const reviewed = async (one: Colleague) =>
      (await one.desk.call('payments.review', chargeAt(one, { amount: newAmount() }))).intentId
    expect(await again.desk.refused('payments.submit', { intentId: await reviewed(again), ...confirmed }))
      .toMatchObject({ code: 'team-unavailable', why: 'membership-unreadable' })
    expect(gateway.desk.ordersInLedger()).toHaveLength(0)
    expect(await again.desk.call('team.describe', null)).toMatchObject({ state: 'member', connection: { kind: 'unreachable' } })

    await again.desk.call('team.leave', { reason: 'the file was lost' })
    await again.desk.call('payments.submit', { intentId: await reviewed(again), ...confirmed })
    expect(gateway.desk.ordersInLedger()).toHaveLength(1)
  })
})
