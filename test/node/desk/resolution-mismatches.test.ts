/**
 * Which replies to a status query count as "not found" or as resolving, and which have no information (addendum
 * 10).
 */
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterEach, describe, expect, it } from 'vitest'
import type { EntryId, ProfileId } from '#shared/brands.ts'
import type { ProfileDraft } from '#shared/model/profiles/profile.ts'
import { defaultSettings } from '#shared/model/application/settings.ts'
import { sent } from '../../support/fixtures/settings.ts'
import { cardForm, confirm, stateOf } from './order-support.ts'
import { minute, openOutcomeOf, until, untilAsked } from './resolution-support.ts'
import { profileAt } from './strange-gateway.ts'
import { chargeForm, closeAll, open, type TestDesk } from './support.ts'

afterEach(closeAll)

const notFound = 'type=validation-error\n&serial-number=1\n&error-message=Order+not+found\n&error-code=9\n'

const approved = (form: URLSearchParams) => [
  'type=status-response', `merchant-order-id=${form.get('client_orderid') ?? ''}`, 'gw-order-id=77', 'amount=10.15',
  'currency=USD', 'transaction-type=sale', `transaction-date=${new Date().toISOString()}`, 'status=approved',
].join('\n&')

/** A charge whose reply was lost, at a gateway with given replies to every status query. */
async function lostAt(desk: TestDesk, answers: (form: URLSearchParams) => string) {
  const profileId = await profileAt(desk, (path, form) => {
    if (path.includes('/status/')) return answers(form)
    return path.includes('/make-rebill-sale/') ? null : 'type=validation-error\n'
  })
  const review = await desk.call('payments.review', { ...chargeForm(desk), profileId })
  return await desk.call('payments.submit', { intentId: review.intentId, reason: null, acceptUnverifiedCard: true })
}

describe('a status query that the gateway failed to answer', () => {
  it('is never treated as "not found": the charge cannot be closed as not charged', async () => {
    const desk = await open()
    await desk.call('settings.save', sent({ ...defaultSettings, operatorName: '', notFoundAfterMinutes: 15 }))
    const { entryId } = await lostAt(desk,
      () => 'type=error\n&serial-number=1\n&error-message=Internal+error.+Try+later\n&error-code=99\n')
    await untilAsked(desk, { entryId })
    await desk.clock.pass(16 * minute)
    expect(await desk.call('orders.checkStatus', { entryId })).toMatchObject({ mismatches: ['not-answered'] })
    expect(await openOutcomeOf(desk, entryId)).toMatchObject({ mayBeClosed: false, said: { errorCode: '99' } })
    expect(await desk.refused('resolution.close', { entryId, reason: 'in a hurry' })).toEqual({ code: 'too-early-to-close' })
  })
})

describe('a status reply whose last value has no end', () => {
  it('resolves nothing', async () => {
    const desk = await open()
    let end = ''
    const answer = await lostAt(desk, (form) => approved(form) + end)
    expect(await desk.call('orders.checkStatus', { entryId: answer.entryId })).toMatchObject({ resolved: false, mismatches: ['not-answered'] })
    expect(await stateOf(desk, answer)).toBe('unknown')
    end = '\n'
    await until(desk, async () => await stateOf(desk, answer) === 'approved', minute)
  })

  it('is not "not found" either', async () => {
    const desk = await open()
    const { entryId } = await lostAt(desk, () => notFound.trimEnd())
    expect(await desk.call('orders.checkStatus', { entryId })).toMatchObject({ mismatches: ['not-answered'] })
  })
})

describe('"not found" from another gateway than the charge’s, or for another merchant', () => {
  /** A sale: its request has no login. */
  async function lostSale(desk: TestDesk): Promise<{ profileId: ProfileId; entryId: EntryId }> {
    const profileId = await profileAt(desk, (path) => (path.includes('/status/') ? notFound : null))
    const review = await desk.call('payments.review', { ...cardForm(desk, 'sale'), profileId })
    const { entryId } = await desk.call('payments.submit', { intentId: review.intentId, ...confirm })
    return { profileId, entryId }
  }

  async function change(desk: TestDesk, profileId: ProfileId, changes: (draft: ProfileDraft) => Partial<ProfileDraft>) {
    const { profiles } = await desk.call('profiles.list', null)
    const { id, ...draft } = profiles.find(({ profile }) => profile.id === profileId)!.profile
    await desk.call('profiles.save', {
      id, draft: { ...draft, ...changes(draft) }, openOutcomes: { reason: 'another shop', sameMerchant: false },
    })
    await desk.call('profiles.storeSecret', { id, secret: desk.secret })
  }

  const mismatches = async (desk: TestDesk, entryId: EntryId) => (await desk.call('orders.checkStatus', { entryId })).mismatches

  it.each<[string, (draft: ProfileDraft) => Partial<ProfileDraft>]>([
    ['another login', () => ({ login: 'another-shop' })],
    ['another path of the base URL', ({ gateway }) => ({
      gateway: gateway.kind === 'address' ? { ...gateway, baseUrl: `${gateway.baseUrl}/second` } : gateway,
    })],
    ['another product word', () => ({ productWord: 'second' })],
  ])('is no proof: %s', async (_what, changes) => {
    const desk = await open()
    const { profileId, entryId } = await lostSale(desk)
    expect(await mismatches(desk, entryId)).toEqual(['not-found'])
    await change(desk, profileId, changes)
    expect(await mismatches(desk, entryId)).toEqual(['elsewhere'])
  })

  it('is no proof for an entry of an earlier version, which did not store the login', async () => {
    const first = await open()
    const { profileId, entryId } = await lostSale(first)
    await first.end()
    const file = new DatabaseSync(join(first.folder, 'journal.db'))
    file.exec('DROP TRIGGER event_is_never_changed')
    file.prepare(`UPDATE event SET facts = json_remove(facts, '$.login', '$.merchantKey') WHERE kind = 'intent' AND facts LIKE ?`).run(`%${entryId}%`)
    file.exec(`UPDATE entry SET merchant_key = 'profile:' || profile_id`)
    file.close()
    const second = await open({ folder: first.folder })
    await second.call('profiles.storeSecret', { id: profileId, secret: second.secret })
    expect(await mismatches(second, entryId)).toEqual(['elsewhere'])
  })
})
