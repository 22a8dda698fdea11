/** The possible causes that an answer names: only for a refused control, and only those that explain it. */
import { afterEach, expect, it } from 'vitest'
import type { MerchantOrderId } from '#shared/brands.ts'
import { act } from './order-support.ts'
import { profileAt } from './strange-gateway.ts'
import { saleAt } from './strange-sale.ts'
import { closeAll, endpoint, open } from './support.ts'

afterEach(closeAll)

const refusedControl = 'type=validation-error\n&serial-number=1-2\n&error-message=INVALID_CONTROL_CODE\n&error-code=2\n'

it.each([
  ['a refused control', refusedControl, ['check-login-and-secret', 'check-environment', 'check-endpoint-or-group']],
  ['a bank that declined with the code 2',
    'type=status-response\n&status=declined\n&transaction-type=sale\n&error-message=Refer+to+card+issuer\n&error-code=2\n', []],
])('of the answer about %s', async (_what, reply, causes) => {
  const desk = await open()
  const profileId = await profileAt(desk, () => reply)
  const { answer } = await desk.call('orders.status', {
    profileId, entryPoint: endpoint, merchantOrderId: 'shop-1' as MerchantOrderId, orderId: null, serialNumber: null, askAnyway: false,
  })
  expect(answer.hints).toEqual(causes)
})

it.each([
  ['the whole', {}],
  ['a part in a currency with two decimals', { amount: '10.15', currency: 'USD' }],
])('of a refused refund of %s are not the minor units', async (_what, amount) => {
  const { desk, order, answers } = await saleAt()
  answers.refund = refusedControl
  const { hints } = await act(desk, order, 'return', { comment: 'Returned', ...amount })
  expect(hints).toEqual(['check-login-and-secret', 'check-environment', 'check-endpoint-or-group'])
})
