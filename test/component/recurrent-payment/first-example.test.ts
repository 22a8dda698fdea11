import { expect, test } from 'vitest'
import { failed, success } from '#shared/result.ts'
import { flushScreen, openScreen } from '../screen-support/open.ts'
import { aList, aProfile } from '../support/data.ts'
import { button, click, field, type, words } from '../support/mount.ts'
import { label, text } from '../../support/texts.ts'

const sandbox = aProfile({ environment: 'sandbox' }, {
  examples: {
    orderId: '1', merchantOrderId: 'm', serialNumber: 's', cards: [{ cardReference: '1000001', outcome: 'approved' }],
    faultCards: [], testCards: [],
  },
})

async function start(profile: typeof sandbox, answers: Parameters<typeof openScreen>[1] = {}) {
  const screen = await openScreen('/recurrent-payment?example=first', {
    'payments.proposeOrderId': () => success({ merchantOrderId: 'gc-1' as never }),
    ...answers,
  }, [profile])
  await flushScreen()
  return screen
}

const shown = () => ['cardReference', 'amount', 'merchantOrderId'].map((key) => field(label(key as 'amount')).value)

test('the first recurrent payment of the sandbox can be reviewed at once', async () => {
  await start(sandbox)
  expect(shown()).toEqual(['1000001', '10.15', 'gc-1'])
})

test('a click on the button before its merchant order id was proposed is not refused', async () => {
  const proposal = success({ merchantOrderId: 'gc-1' as never })
  const proposed = Promise.withResolvers<typeof proposal>()
  const { inputsOf } = await start(sandbox, {
    'payments.proposeOrderId': () => proposed.promise, 'payments.review': () => failed({ code: 'vault-locked' }),
  })
  await click(button(text('operation.recurrent-payment.button')))
  expect(words()).not.toContain(text('forms.problem.required'))
  proposed.resolve(proposal)
  await flushScreen()
  expect(inputsOf('payments.review')[0]?.values).toMatchObject({ merchantOrderId: 'gc-1' })
})

test('the example is filled in once, as soon as the built-in gateway is ready', async () => {
  let list = aList({ ...sandbox, examples: null })
  const { emit } = await start(sandbox, { 'profiles.list': () => success(list) })
  expect(shown()).toEqual(['', '', 'gc-1'])
  list = aList(sandbox)
  emit('profiles.changed', null)
  await flushScreen()
  expect(shown()).toEqual(['1000001', '10.15', 'gc-1'])
  for (const key of ['cardReference', 'amount', 'customerIpAddress', 'orderDescription'] as const) await type(field(label(key)), '')
  list = aList(structuredClone(sandbox))
  emit('profiles.changed', null)
  await flushScreen()
  expect(shown()).toEqual(['', '', 'gc-1'])
})

test('an unchanged example is not a draft', async () => {
  const { go } = await start(sandbox)
  await go('/keys')
  await go('/recurrent-payment')
  expect(shown()).toEqual(['', '', 'gc-1'])
  expect(words()).not.toContain(text('forms.draftRestored'))
})

test('a changed example is restored after another screen', async () => {
  const { go } = await start(sandbox)
  await type(field(label('amount')), '3.40')
  await go('/keys')
  await go('/recurrent-payment')
  expect(shown()).toEqual(['1000001', '3.40', 'gc-1'])
})

test('the form of another gateway has no example', async () => {
  await start(aProfile())
  expect(shown()).toEqual(['', '', 'gc-1'])
})
