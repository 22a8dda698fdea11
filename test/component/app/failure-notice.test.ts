import { expect, it } from 'vitest'
import { detailedFailureCodes, plainFailureCodes, type Failure } from '#shared/model/answers/failure.ts'
import type { EntryId, Masked, MinorUnits } from '#shared/brands.ts'
import { success } from '#shared/result.ts'
import { failureText } from '../../../renderer/app/messages/failure-text.ts'
import FailureNotice from '../../../renderer/app/messages/FailureNotice.vue'
import { useSession } from '../../../renderer/app/stores/session.ts'
import { fakeMain } from '../support/bridge.ts'
import { aList, aProfile } from '../support/data.ts'
import { button, click, show, words } from '../support/mount.ts'
import { text } from '../../support/texts.ts'

const failures: Failure[] = [
  ...plainFailureCodes.map((code) => ({ code })),
  ...detailedFailureCodes.map((code) => ({ code, detail: 'The disk is full.' })),
  { code: 'wrong-environment', belongsTo: 'production' },
  { code: 'merchant-order-id-used', entryId: 'entry-7' as EntryId },
  { code: 'order-busy', entryId: 'entry-7' as EntryId },
  { code: 'not-possible-now', why: 'not-final' },
  { code: 'order-not-found', answered: 'Order not found' as Masked },
  { code: 'order-not-found', answered: null },
  { code: 'form-invalid', problems: [] },
  { code: 'profile-invalid', problems: [] },
  { code: 'passphrase-refused', why: 'wrong', retryInMs: 0 },
  { code: 'passphrase-refused', why: 'too-soon', retryInMs: 4_000 },
  { code: 'over-limit', limit: 'charge', minorAmount: '5000' as MinorUnits, currency: 'USD', reading: 'iso-4217', mayRaise: ['Ada Keller'] },
  { code: 'over-limit', limit: 'refunds-of-a-day', minorAmount: '5000' as MinorUnits, currency: 'USD', reading: 'iso-4217', mayRaise: [] },
]

it.each(failures.map((failure) => [failure.code, failure] as const))('%s has a description and a next step', (code, failure) => {
  const { element } = show(FailureNotice, { props: { failure } })
  const shown = words(element)
  const [what, moneyAndNext] = [...element.querySelectorAll('p')].map((paragraph) => words(paragraph))
  expect(what).toMatch(/\w+.*\.$/)
  expect(moneyAndNext).toMatch(/\w.*[.:].*\w.*\.$/)
  expect(shown).toContain(code)
  expect(shown).not.toContain('failure.')
  if ('detail' in failure) expect(shown).toContain('The disk is full.')
})

it('never states that no money moved while a charge is in progress, or after a defect', () => {
  for (const code of ['intent-under-way', 'defect', 'bridge-refused'] as const) {
    expect(words(show(FailureNotice, { props: { failure: { code } } }).element)).not.toContain('no money moved')
  }
})

it('copies code and serial number together', async () => {
  const main = fakeMain({ 'app.copy': () => success(null) })
  show(FailureNotice, { props: { failure: { code: 'journal-unwritable', detail: 'Disk full.' }, serialNumber: '0000-42' } })
  await click(button(/^Copy/))
  const [copied] = main.inputsOf('app.copy')
  expect(copied!.text).toContain('journal-unwritable')
  expect(copied!.text).toContain(text('failure.money.nothingSent'))
  expect(copied!.text).toContain('0000-42')
})

it('links to the entry that used the merchant order id', () => {
  show(FailureNotice, { props: { failure: { code: 'merchant-order-id-used', entryId: 'entry-7' } } })
  expect(button(text('failure.openEntry')).getAttribute('href')).toContain('/payment/entry-7')
})

it.each([
  ['USD', '123456', 'iso-4217', '1,234.56 USD'], ['JPY', '5000', 'iso-4217', '5,000 JPY'], ['JPY', '5000', 'always-two', '50 JPY'],
  ['KWD', '64100', 'iso-4217', '64.100 KWD'],
] as const)('shows the limit of %s %s (%s) as %s, and who may raise it', (currency, minorAmount, reading, shown) => {
  const failure: Failure = {
    code: 'over-limit', limit: 'refund', minorAmount: minorAmount as MinorUnits, currency, reading,
    mayRaise: ['Ada Keller', 'Mia Braun'],
  }
  const { what, next } = failureText(failure, text)
  expect(what).toBe(text('failure.overLimit.one', { what: 'refund', amount: shown }))
  expect(next).toContain('Ada Keller, Mia Braun')
})

it('shows a limit in the minor units of its own profile, whichever profile is active', async () => {
  fakeMain({ 'profiles.list': () => success(aList(aProfile())) })
  const failure: Failure = {
    code: 'over-limit', limit: 'charge', minorAmount: '500000' as MinorUnits, currency: 'JPY', reading: 'always-two', mayRaise: [],
  }
  const { element } = show(FailureNotice, { props: { failure } })
  await useSession().loadProfiles()
  expect(useSession().active?.profile.switches.minorUnitDigits).toBe('iso-4217')
  expect(words(element)).toContain(text('failure.overLimit.one', { what: 'charge', amount: '5,000 JPY' }))
})
