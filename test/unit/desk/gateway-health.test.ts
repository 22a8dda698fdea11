import { expect, it } from 'vitest'
import type { MerchantKey, UtcTime } from '#shared/brands.ts'
import type { Environment } from '#shared/model/values/environment.ts'
import { gatewayHealth } from '../../../electron/desk/requests/gateway-health.ts'
import type { Services } from '../../../electron/desk/services.ts'
import type { SendReport } from '../../../electron/gateway/port.ts'

const now = Date.parse('2026-11-20T10:00:00.000Z')
const create = () => gatewayHealth({ system: { now: () => now } } as Services)
const gateway = (environment: Environment, merchant = 'shop') =>
  ({ merchantKey: `https://gate.example gw ${merchant}` as MerchantKey, url: 'https://gate.example/gw/api/v2/status/1', environment })
const report = (outcome: SendReport['outcome'], changes: Partial<SendReport> = {}): SendReport =>
  ({ outcome, httpStatus: null, durationMs: 400, clockOffsetSeconds: null, certificateEndsAt: null, ...changes })
const lost = report({ kind: 'unknown', fault: 'connection-lost', reply: null })
const answered = report({ kind: 'answered', reply: {} as never })

it('environments of one gateway are never mixed; its merchants share its results', () => {
  const { recordReply, alertsOf, lastOf } = create()
  for (let sent = 0; sent < 3; sent += 1) recordReply(gateway('staging'), lost)
  recordReply(gateway('production'), answered)
  expect(alertsOf(gateway('staging', 'other')).map(({ kind }) => kind)).toEqual(['no-answer'])
  expect(alertsOf(gateway('production'))).toEqual([])
  expect([lastOf(gateway('staging')).answeredAt, lastOf(gateway('production')).answeredAt]).toEqual([null, '2026-11-20T10:00:00.000Z'])
})

it('a request that this desk did not send does not count for its gateway', () => {
  const { recordReply, alertsOf } = create()
  for (let sent = 0; sent < 5; sent += 1) recordReply(gateway('staging'), report({ kind: 'not-sent', fault: 'not-claimed' }))
  expect(alertsOf(gateway('staging'))).toEqual([])
  for (let sent = 0; sent < 3; sent += 1) recordReply(gateway('staging'), report({ kind: 'not-sent', fault: 'connection-refused' }))
  expect(alertsOf(gateway('staging'))).toMatchObject([{ kind: 'no-answer', requests: 3 }])
})

it('the end of a certificate is kept while no other was seen', () => {
  const { recordReply, alertsOf } = create()
  recordReply(gateway('staging'), { ...answered, certificateEndsAt: '2026-11-29T14:00:00.000Z' as UtcTime })
  recordReply(gateway('staging'), lost)
  expect(alertsOf(gateway('staging'))).toMatchObject([{ kind: 'certificate', since: '2026-11-15T14:00:00.000Z' }])
  recordReply(gateway('staging'), { ...answered, certificateEndsAt: '2027-11-29T14:00:00.000Z' as UtcTime })
  expect(alertsOf(gateway('staging'))).toEqual([])
})
