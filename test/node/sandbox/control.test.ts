import { describe, expect, it } from 'vitest'
import { readLedger } from '../../../electron/sandbox/orders/ledger.ts'
import { documentReadings } from '../../../electron/sandbox/requests/readings.ts'
import { api, call, cardInfo, charge, firstOrder, login, register, status, type Call } from './calls.ts'
import { form, send, sha1 } from './wire.ts'
import { sandbox, secret } from './with-sandbox.ts'

const refusedAsWrong = { type: 'validation-error', 'error-message': 'INVALID_CONTROL_CODE', 'error-code': '2' }
const every: readonly (readonly [name: string, good: Call])[] = [
  ['card registration', register()],
  ['cardholder details', cardInfo('1000001')],
  ['recurrent payment', charge()],
  ['order status', status(firstOrder)],
]

describe.each(every)('the control of %s', (_name, good) => {
  it('is accepted if it is correct', async () => {
    const reply = await call(await sandbox(), good)
    expect(reply).toMatchObject({ status: 200, contentType: 'text/html;charset=utf-8' })
    expect(reply.fields.type).toMatch(/response$/)
  })

  it('is refused with code 2 if any part is wrong, without an effect', async () => {
    const at = await sandbox()
    const right = good.pairs.find(([name]) => name === 'control')?.[1] ?? ''
    const wrong = [
      right.toUpperCase(), right.slice(1), `${right}0`, right.replace(/^./, (digit) => digit === 'a' ? 'b' : 'a'), 'é'.repeat(40),
    ]
    for (const control of wrong) {
      expect((await call(at, good, { control })).fields).toMatchObject(refusedAsWrong)
    }
    expect((await call(at, good, { login: 'somebody-else' })).fields).toMatchObject(refusedAsWrong)
    const elsewhere = { ...good, path: good.path.replace('1001', '1002') }
    expect((await call(at, elsewhere)).fields).toMatchObject(refusedAsWrong)
    expect(readLedger(at.ledgerPath).filter((line) => line.order !== undefined || line.card !== undefined)).toEqual([])
  })

  it('is required, as is the login', async () => {
    const at = await sandbox()
    const required = (name: string) => ({ 'error-code': '1', 'error-message': `Parameter ${name} is required` })
    expect((await call(at, good, { control: null })).fields).toMatchObject(required('control'))
    expect((await call(at, good, { login: '' })).fields).toMatchObject(required('login'))
  })
})

describe('the control of a recurrent payment', () => {
  it.each([['cardrefid', '1000002'], ['amount', '10.16'], ['currency', 'EUR'], ['client_orderid', 'order-2']])(
    'covers %s', async (name, value) => {
      expect((await call(await sandbox(), charge({}, '2001'), { [name]: value })).fields).toMatchObject(refusedAsWrong)
    })

  it('does not cover the description', async () => {
    expect((await call(await sandbox(), charge(), { order_desc: 'Something else' })).fields.type).toBe('async-response')
  })

  it('has the group id at a group, and neither id instead of the other', async () => {
    const at = await sandbox()
    const atGroup = charge({}, '2001')
    expect((await call(at, atGroup)).fields.type).toBe('async-response')
    expect((await call(at, { ...atGroup, path: '/v2/make-rebill-sale/2001' })).fields).toMatchObject(refusedAsWrong)
    expect((await call(at, { ...charge(), path: '/v2/make-rebill-sale/group/1001' })).fields).toMatchObject(refusedAsWrong)
    expect((await call(at, { ...charge(), path: atGroup.path })).fields).toMatchObject(refusedAsWrong)
  })

  it.each([['JPY', '15', '15'], ['KWD', '1.5', '1500'], ['USD', '64.1', '6410'], ['HUF', '0.29', '29']])(
    'counts %s %s as %s minor units', async (currency, amount, minor) => {
      const control = sha1('2001', login, 'order-1', '1000001', minor, currency, secret)
      const reply = await call(await sandbox(), charge({ currency, amount }, '2001'), { control })
      expect(reply.fields.type).toBe('async-response')
    })

  it('of a login that the gateway does not have is wrong, even if it is computed correctly', async () => {
    const at = await sandbox()
    expect((await call(at, charge({ login: 'somebody-else' }))).fields).toMatchObject(refusedAsWrong)
  })

  it('is accepted at its older path too', async () => {
    expect((await call(await sandbox(), charge({}, '1001', '/v2/make-rebill/'))).fields.type).toBe('async-response')
  })
})

describe('the other readings', () => {
  const withoutEntryPoint = sha1(login, 'order-1', '1000001', '1015', 'USD', secret)

  it('require the control without the entry point', async () => {
    const readings = { ...documentReadings, recurrentControlStartsWithEntryPoint: false }
    const at = await sandbox({ readings })
    expect((await call(at, charge(), { control: withoutEntryPoint })).fields.type).toBe('async-response')
    expect((await call(at, charge())).fields).toMatchObject(refusedAsWrong)
    expect((await call(await sandbox(), charge(), { control: withoutEntryPoint })).fields).toMatchObject(refusedAsWrong)
  })

  it('require two digits in every currency', async () => {
    const at = await sandbox({ readings: { ...documentReadings, minorUnitDigits: 'always-two' } })
    const yen = (minor: string) => ({ control: sha1('2001', login, 'order-1', '1000001', minor, 'JPY', secret) })
    expect((await call(at, charge({ currency: 'JPY', amount: '15' }, '2001'), yen('1500'))).fields.type).toBe('async-response')
    expect((await call(at, charge({ currency: 'JPY', amount: '15' }, '2001'), yen('15'))).fields).toMatchObject(refusedAsWrong)
  })
})

describe('parameters', () => {
  it('are trimmed before they are checked', async () => {
    const reply = await call(await sandbox(), charge(), { client_orderid: ' order-1\t', amount: '10.15 ', cardrefid: ' 1000001' })
    expect(reply.fields).toMatchObject({ type: 'async-response', 'merchant-order-id': 'order-1' })
  })

  it.each([
    ['cardrefid', null, 'is required'], ['order_desc', ' ', 'is required'], ['ipaddress', null, 'is required'],
    ['amount', '10,15', 'must have a point'], ['amount', '10.155', 'has more than 2 decimals'], ['amount', '0', 'must be more than zero'],
    ['amount', '-5', 'is not an amount'], ['amount', '12345678901', 'is longer than 10'],
    ['currency', 'EUR', 'must be USD at this endpoint'], ['currency', 'XXX', 'is not a currency code'],
    ['cvv2', '12', 'is shorter than 3'], ['cvv2', '12a', 'must be a number'], ['ipaddress', '300.1.1.1', 'is not an IP address'],
    ['enumerate_amounts', '1.00,x', 'is not an amount'], ['redirect_url', 'nowhere', 'is not a web address'],
    ['recurrent_scenario', 'SOMETIMES', 'must be one of REGULAR, IRREGULAR'],
  ])('that break a rule are refused with code 1: %s %j', async (name, value, sentence) => {
    const at = await sandbox()
    const { fields } = await call(at, charge(), { [name]: value })
    expect(fields).toMatchObject({ type: 'validation-error', 'error-code': '1' })
    expect(fields['error-message']).toContain(`Parameter ${name} ${sentence}`)
    expect(fields['serial-number']).toMatch(/^0{8}-0{4}-0{4}-0{4}-[0-9a-f]{12}$/)
    expect(readLedger(at.ledgerPath).some((line) => line.order !== undefined)).toBe(false)
  })

  it.each([['cardrefid', '1', 21], ['client_orderid', 'x', 129], ['comment', 'x', 51], ['order_desc', 'ä', 32_769]])(
    'that are too long are refused: %s', async (name, letter, length) => {
      const { fields } = await call(await sandbox(), charge(), { [name]: letter.repeat(length) })
      expect(fields).toMatchObject({ type: 'validation-error', 'error-code': '1' })
      expect(fields['error-message']).toContain(`Parameter ${name} is longer than`)
    })

  it('may reach their limits', async () => {
    const full = { order_desc: 'ä'.repeat(32_768), merchant_data: 'x'.repeat(65_536), client_orderid: 'o'.repeat(128), comment: 'c'.repeat(50) }
    expect((await call(await sandbox(), charge(full))).fields.type).toBe('async-response')
  })

  it('given twice are refused', async () => {
    const at = await sandbox()
    const { path, pairs } = charge()
    const reply = await send(api(at, path), form([...pairs, ['amount', '10.15']]))
    expect(reply.fields).toMatchObject({ 'error-code': '1', 'error-message': 'Parameter amount is given more than once' })
  })

  it('of another content type are not read', async () => {
    const at = await sandbox()
    const { path, pairs } = charge()
    const reply = await send(api(at, path), form(pairs), { contentType: 'application/json' })
    expect(reply.fields['error-message']).toContain('content type')
    const named = await send(api(at, path), form(pairs), { contentType: 'application/x-www-form-urlencoded; charset=UTF-8' })
    expect(named.fields.type).toBe('async-response')
  })
})
