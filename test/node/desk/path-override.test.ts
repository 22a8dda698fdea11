/** A path that a profile sets for an operation must not turn it into another operation. */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import type { Switches } from '#shared/gateway/operations/switches.ts'
import type { ProfileDraft } from '#shared/model/profiles/profile.ts'
import { sell } from './order-support.ts'
import { charge, chargeForm, closeAll, endpoint, open, type TestDesk } from './support.ts'

afterEach(closeAll)

async function draftWith(desk: TestDesk, paths: Switches['paths']): Promise<ProfileDraft> {
  const { profiles } = await desk.call('profiles.list', null)
  const { id: _id, ...draft } = profiles.find(({ profile }) => profile.id === desk.profileId)!.profile
  return { ...draft, switches: { ...draft.switches, paths } }
}

const reversals = (desk: TestDesk) =>
  desk.ledger().filter(({ operation }) => operation === 'return' || operation === 'void')

describe('a status query at the path of a refund', () => {
  it.each(['/v2/return/', '/v2/status/../return/', '/v2/make-rebill-sale/../void/'])(
    'cannot be reached by saving %s: charging and following moves only the charge',
    async (status) => {
      const desk = await open({ processingMs: 1 })
      const refusal = await desk.refused('profiles.save', { id: desk.profileId, draft: await draftWith(desk, { status }) })
      expect(refusal).toMatchObject({ code: 'profile-invalid', problems: [{ field: 'switches.paths.status' }] })
      await sell(desk)
      expect(reversals(desk)).toEqual([])
    },
  )

  it('is refused in the file too: nothing is sent with that profile until it is corrected, as the window shows', async () => {
    const first = await open()
    const answer = await charge(first)
    await first.call('profiles.save', { id: first.profileId, draft: await draftWith(first, { status: '/v2/order-status/' }) })
    await first.end()
    const file = join(first.folder, 'profiles.json')
    writeFileSync(file, readFileSync(file, 'utf8').replace('/v2/order-status/', '/v2/return/'))

    const desk = await open({ folder: first.folder })
    const problems = [{ field: 'switches.paths.status', code: 'path-of-other-operation' }]
    expect((await desk.call('profiles.list', null)).profiles[0]?.blocked).toMatchObject({ kind: 'breaks-rule', problems })
    const refused = expect.objectContaining({ code: 'profile-breaks-rule' })
    expect(await desk.refused('orders.checkStatus', { entryId: answer.entryId })).toEqual(refused)
    expect(await desk.refused('payments.review', chargeForm(desk))).toEqual(refused)
    expect(await desk.refused('inspector.build', {
      profileId: desk.profileId, entryPoint: endpoint, operation: 'status', values: {}, confidential: {}, signatureMethod: null,
      nonce: null, timestamp: null,
    })).toEqual(refused)
    await desk.clock.pass(60_000)
    expect(reversals(desk)).toEqual([])

    await desk.call('profiles.save', { id: desk.profileId, draft: await draftWith(desk, {}) })
    expect((await desk.call('profiles.list', null)).profiles[0]?.blocked).toBeNull()
    await desk.call('orders.checkStatus', { entryId: answer.entryId })
  })
})
