/** Alerts of a gateway with the real client and TLS: based on this run's replies, by environment. */
import { afterEach, describe, expect, it } from 'vitest'
import type { ProfileId } from '#shared/brands.ts'
import { createGatewayClient } from '../../../electron/gateway/client.ts'
import type { GatewayPort, SendReport } from '../../../electron/gateway/port.ts'
import { closeAll, endpoint, open, type TestDesk } from './support.ts'

afterEach(closeAll)

/** The real client; `change` replaces facts of its reports. */
function changing(change: (report: SendReport) => Partial<SendReport>): GatewayPort {
  const real = createGatewayClient({ resolveProxy: async () => 'DIRECT', userAgent: 'test' })
  return {
    send: async (request) => {
      const report = await real.send(request)
      return { ...report, ...change(report) }
    },
    describeNetwork: (...given) => real.describeNetwork(...given),
    close: () => real.close(),
  }
}

const lookUp = (desk: TestDesk, profileId: ProfileId) =>
  desk.call('cards.lookUp', { profileId, entryPoint: endpoint, cardReference: '1000001' })
const kindsOf = async (desk: TestDesk, profileId: ProfileId) =>
  (await desk.call('alerts.read', { profileId })).alerts.map(({ kind }) => kind)
const day = 24 * 60 * 60_000

describe('alerts of a gateway', () => {
  it('name a certificate that ends within 14 days, as the last connection showed it', async () => {
    const desk = await open()
    const staging = await desk.addProfile('staging', 'Acme staging')
    await desk.clock.pass(Date.parse('2098-12-16T00:00:00.000Z') - Date.now())
    expect(await kindsOf(desk, staging)).toEqual([])
    await lookUp(desk, staging)
    expect(await kindsOf(desk, staging)).not.toContain('certificate')
    await desk.clock.pass(3 * day)
    expect((await desk.call('alerts.read', { profileId: staging })).alerts).toContainEqual({
      kind: 'certificate', since: '2098-12-18T00:00:00.000Z', endsAt: '2099-01-01T00:00:00.000Z',
    })
    expect(await kindsOf(desk, desk.profileId)).not.toContain('certificate')
  })

  it('report a wrong clock and missing replies of one environment, and end with the next reply', async () => {
    let offset: number | null = 75
    let isLost = false
    const desk = await open({
      gateway: changing(() => ({
        clockOffsetSeconds: offset, ...isLost && { outcome: { kind: 'unknown', fault: 'connection-lost', reply: null } as const },
      })),
    })
    const staging = await desk.addProfile('staging', 'Acme staging')
    expect(await desk.call('alerts.read', { profileId: staging })).toMatchObject({
      environment: 'staging', alerts: [], gateway: { answeredAt: null, clockOffsetSeconds: null },
    })
    await lookUp(desk, staging)
    expect(await desk.call('alerts.read', { profileId: staging })).toMatchObject({
      alerts: [{ kind: 'clock', offsetSeconds: 75 }], gateway: { answeredAt: expect.any(String) as string, clockOffsetSeconds: 75 },
    })
    offset = null
    isLost = true
    for (let sent = 0; sent < 3; sent += 1) await lookUp(desk, staging)
    expect(await kindsOf(desk, staging)).toEqual(['no-answer', 'clock'])
    expect(await kindsOf(desk, desk.profileId)).toEqual([])
    offset = -2
    isLost = false
    await lookUp(desk, staging)
    expect(await kindsOf(desk, staging)).toEqual([])
  })

  it('report slow replies, and stop nothing', async () => {
    const desk = await open({ gateway: changing(() => ({ durationMs: 14_200 })) })
    for (let sent = 0; sent < 20; sent += 1) await lookUp(desk, desk.profileId)
    expect((await desk.call('alerts.read', { profileId: desk.profileId })).alerts)
      .toMatchObject([{ kind: 'slow', percentileMs: 14_200, slow: 20, answers: 20 }])
    expect((await lookUp(desk, desk.profileId)).outcome.kind).toBe('answered')
  })
})
