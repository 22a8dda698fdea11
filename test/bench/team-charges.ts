/**
 * The time that the team adds to a charge: from the confirmation until its outcome is written, by two desks in
 * turn.
 */
import { randomBytes } from 'node:crypto'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { performance } from 'node:perf_hooks'
import { merchant } from '../../electron/sandbox/requests/merchant.ts'
import type { Cluster } from '../support/team/cluster.ts'
import { passwordOf } from '../support/team/team.ts'
import { startGateway } from './kill/gateway.ts'
import type { TeamLogin } from './kill/messages.ts'
import type { Application } from './kill/services.ts'
import { joinOnce, openTeamApplication } from './kill/team/application.ts'

/** Milliseconds of each charge, by a desk in a team and by one without. */
export interface ChargeTimes {
  readonly inTeam: readonly number[]
  readonly alone: readonly number[]
}

/** Charges `count` times with each desk over the same gateway, under the same conditions. */
export async function timeCharges(cluster: Cluster, database: string, count: number): Promise<ChargeTimes> {
  const folder = mkdtempSync(join(tmpdir(), 'team-charges-'))
  const secret = `made-up-${randomBytes(12).toString('hex')}`
  const gateway = await startGateway(join(folder, 'ledger.jsonl'), secret)
  const login: TeamLogin = {
    address: { host: '127.0.0.1', port: cluster.port, database, user: 'anna', authorities: '' },
    password: passwordOf('anna'),
  }
  const open = async (name: string): Promise<Application> => {
    mkdirSync(join(folder, name))
    return await openTeamApplication({ folder: join(folder, name), baseUrl: `http://127.0.0.1:${gateway.port}`, secret })
  }
  const [member, other] = [await open('member'), await open('other')]
  try {
    await joinOnce(member, login)
    const [inTeam, alone]: [number[], number[]] = [[], []]
    // The first ones connect and prepare.
    for (let made = -3; made < count; made += 1) {
      const one = await timeCharge(member, async () => { await member.calls['team.connect'](null) })
      const two = await timeCharge(other, async () => undefined)
      if (made < 0) continue
      inTeam.push(one)
      alone.push(two)
    }
    return { inTeam, alone }
  } finally {
    await member.end()
    await other.end()
    await gateway.end()
    rmSync(folder, { recursive: true, force: true })
  }
}

/**
 * `read` simulates a person reading the review: the contact of every two seconds delivers the events of the earlier
 * charge and of the card lookup.
 */
async function timeCharge(
  { calls, profileIds: [profileId] }: Application, read: () => Promise<void>,
): Promise<number> {
  const { currency, endpointId } = merchant
  const bytes = randomBytes(4)
  const reviewed = await calls['payments.review']({
    profileId, entryPoint: { kind: 'endpoint', id: endpointId, currency }, operation: 'recurrent-payment',
    confidential: {},
    values: {
      merchantOrderId: `bench-${randomBytes(5).toString('hex')}`, cardReference: '1000001', currency,
      orderDescription: 'Subscription', amount: `${bytes.readUInt16BE() + 1}.${10 + bytes.readUInt8(3) % 90}`,
      customerIpAddress: '203.0.113.9',
    },
  })
  if (!reviewed.ok) throw new Error(`not reviewed: ${reviewed.failure.code}`)
  await read()
  const start = performance.now()
  const { intentId } = reviewed.value
  const done = await calls['payments.submit']({ intentId, reason: 'benchmark', acceptUnverifiedCard: true })
  if (!done.ok) throw new Error(`not sent: ${done.failure.code}`)
  return performance.now() - start
}
