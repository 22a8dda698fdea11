import { describe, expect, it } from 'vitest'
import { documentReadings } from '../../../electron/sandbox/requests/readings.ts'
import { unknownFieldsLine, type UnknownFields } from '../../../electron/sandbox/requests/unknown-fields.ts'
import { api, call, callSigned, charge, firstOrder, sale, status } from './calls.ts'
import { form, send } from './wire.ts'
import { sandbox } from './with-sandbox.ts'

async function listening(readings = documentReadings) {
  const reported: UnknownFields[] = []
  const at = await sandbox({ readings, onUnknownFields: (fields) => { reported.push(fields) } })
  return { at, reported, lines: () => reported.map(unknownFieldsLine) }
}

describe('fields that are not in the interface', () => {
  it('are reported without their values, and the request is carried out', async () => {
    const { at, lines } = await listening()
    expect((await call(at, sale(), { customer_agent: 'Browser/7', 'zip-code': '10115' })).fields.type).toBe('async-response')
    expect(lines()).toEqual(['Fields that the interface does not know for sale: customer_agent, zip-code.'])
  })

  it('are reported for a refused request too: version 4 has no login and control', async () => {
    const { at, lines } = await listening()
    await callSigned(at, '/v4/create-card-ref/1001', { ...firstOrder, login: 'sandbox-merchant', control: 'x' })
    await call(at, charge({ cardrefid: '1', Amount: '1' }))
    expect(lines()).toEqual([
      'Fields that the interface does not know for create-card-ref-v4: login, control.',
      'Fields that the interface does not know for recurrent-payment: Amount.',
    ])
  })

  it('are none in a correct request, of either version and either naming of browser fields', async () => {
    const { at, reported } = await listening()
    await call(at, sale({ state: 'CA', country: 'US', customer_user_agent: 'Browser/7' }))
    await call(at, status({ client_orderid: 'order-1', orderid: '', 'by-request-sn': '' }))
    await callSigned(at, '/v4/create-card-ref/1001', firstOrder)
    const prefixed = await listening({ ...documentReadings, browserFieldNames: 'prefixed' })
    await call(prefixed.at, sale({ customer_browser_user_agent: 'Browser/7' }))
    expect([...reported, ...prefixed.reported]).toEqual([])
  })

  it('show nothing of a value whose & was not encoded, of a body in another format, or of a card number', async () => {
    const { at, reported, lines } = await listening()
    const body = form(sale().pairs)
    for (const leaking of [
      `${body}&Secret`, `${body}&4000000000002206=1`, `${body}&card4000000000002206=`, '{"credit_card_number":"4000000000002206"}',
      `${body}&${encodeURIComponent('line\nfeed')}=1`, `${body}&=1`,
    ]) await send(api(at, '/v2/sale/1001'), leaking)
    expect(reported.map(({ names, withheld }) => [names, withheld])).toEqual(Array.from({ length: 6 }, () => [[], 1]))
    expect(lines()[0]).toBe('Fields that the interface does not know for sale: 1 more whose name is not shown.')
  })
})
