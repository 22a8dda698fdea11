import { expect, test } from 'vitest'
import { failed, success } from '#shared/result.ts'
import { ada, unlockedBy } from '../support/access.ts'
import { aProfile } from '../support/data.ts'
import { button, click, field, type, words } from '../support/mount.ts'
import { flushScreen } from '../screen-support/open.ts'
import { accepted, confirm, dialog, reachDialog } from './charge-screen.ts'
import { text } from '../../support/texts.ts'

const dialogs = (): HTMLElement[] => [...document.querySelectorAll<HTMLElement>('[role="dialog"]')]
const proofDialog = (): HTMLElement => dialogs().find((one) => one !== dialog())!

/** A production charge that main refuses until the passphrase was given again. */
async function chargeThatNeedsProof() {
  let proven = false
  const main = await reachDialog({ environment: 'production' }, {
    'access.describe': () => success(unlockedBy(ada)),
    'access.prove': () => {
      proven = true
      return success(null)
    },
    'payments.submit': () => (proven ? success(accepted) : failed({ code: 'proof-needed' })),
  })
  await confirm()
  return main
}

test('a charge that needs the passphrase shows that nothing was sent, and continues with the same review', async () => {
  const { inputsOf } = await chargeThatNeedsProof()
  expect(words(proofDialog())).toContain(text('access.proof.payment'))
  expect(words(dialog()!)).toContain(text('payment.waitsFor.passphrase'))
  expect(words(dialog()!)).not.toContain(text('payment.waitsFor.gateway'))
  await type(field(text('access.proof.passphrase', { name: ada.name })), 'unlit harbor fennel')
  await click(button(text('access.proof.action')))
  await flushScreen()
  expect(inputsOf('payments.submit').map(({ intentId }) => intentId)).toEqual(['intent-1', 'intent-1'])
  expect(dialogs()).toEqual([])
})

test('without a passphrase the review is unchanged, and can be confirmed again', async () => {
  const { inputsOf } = await chargeThatNeedsProof()
  await click(button(text('common.cancel'), proofDialog()))
  await flushScreen()
  expect(inputsOf('payments.submit')).toHaveLength(1)
  expect(words(dialog()!)).toContain(text('failure.money.nothingSent'))
  expect(words(dialog()!)).toContain(text('failure.next.proof-needed'))
  await confirm()
  expect(words(proofDialog())).toContain(text('access.proof.title'))
})

test('while the message box is open it shows that nothing was sent yet, and "sending" after it', async () => {
  const waiting = Promise.withResolvers<ReturnType<typeof success<typeof accepted>>>()
  const main = await reachDialog({ environment: 'production' }, { 'payments.submit': () => waiting.promise })
  await confirm()
  main.emit('payments.outsideQuestion', { waiting: true })
  await flushScreen()
  expect(words(dialog()!)).toContain(text('payment.waitsFor.system'))
  main.emit('payments.outsideQuestion', { waiting: false })
  await flushScreen()
  expect(words(dialog()!)).toContain(text('payment.waitsFor.gateway'))
  waiting.resolve(success(accepted))
  await flushScreen()
  expect(dialog()).toBeNull()
})

test('a charge over a limit shows the limit and who may raise it, already at the review', async () => {
  await reachDialog({}, {
    'payments.review': () => failed({
      code: 'over-limit', limit: 'charge', minorAmount: '1000' as never, currency: 'USD', reading: 'iso-4217', mayRaise: ['Ada Keller'],
    }),
  })
  expect(dialog()).toBeNull()
  expect(words()).toContain(text('failure.overLimit.one', { what: 'charge', amount: '10.00 USD' }))
  expect(words()).toContain(text('failure.next.over-limit', { mayRaise: 'Ada Keller' }))
  expect(words()).toContain(aProfile().profile.name)
})
