/** The content of one customer, erased on request: which entries are found, what stays, and what is removed. */
import { existsSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import type { CardReference, DeskId, MerchantKey, ProfileId } from '#shared/brands.ts'
import { countCustomer, eraseCustomer } from '../../../../electron/desk/maintenance/erasure.ts'
import { masked, merchantOrderId, note, orderId, profileId, query, refund } from '../../journal/samples.ts'
import { address, by, erasedIn, ofTheOrder, read, sent, twoCustomers } from './customers.ts'
import { fromOutside } from './outside.ts'
import { charge, entryId, erase, observation, openHistory, valueOf } from './support.ts'

const nobody = () => undefined
const locked = { ok: false, failure: { code: 'vault-locked' } } as const

describe('the erased entries', () => {
  it.each([
    ['card-reference', '7000000077', [...ofTheOrder, 'registered']],
    ['email', 'zephyrine.q@SHOP.example', [...ofTheOrder, 'elsewhere']],
    ['merchant-order-id', 'order-hers', [...ofTheOrder, 'namesake']],
    ['order-id', '77', ofTheOrder],
  ] as const)('are found by %s: the entries with it, and everything about their orders', async (kind, value, names) => {
    const history = await twoCustomers()
    const { length } = names
    expect(await erase(history, by(kind, value, profileId))).toEqual({ entries: length, staying: 0, deleted: length })
    expect(await erasedIn(history)).toEqual(names)
  })

  it('include the ids of every gateway if no profile is chosen', async () => {
    const history = await twoCustomers()
    await erase(history, by('order-id', '77'))
    expect(await erasedIn(history)).toEqual([...ofTheOrder, 'another-gateway'])
  })

  it('are never found by a part of an address, an id or a reference, nor by search operators', async () => {
    const history = await twoCustomers()
    for (const customer of [
      by('email', 'q@shop.example'), by('email', 'zephyrine.q@shop'), by('email', 'zephyrineXq@shop.example'), by('email', '.@.'),
      by('order-id', '7'), by('merchant-order-id', 'order'), by('card-reference', '700000007'), by('order-id', '%'), by('order-id', '"'),
    ]) {
      const counted = await valueOf(countCustomer(history.services, customer))
      expect(counted, customer.value).toEqual({ entries: 0, staying: 0 })
    }
    expect(await erase(history, by('email', 'nobody@shop.example'))).toMatchObject({ deleted: 0 })
    expect((await valueOf(history.journal.audit({ before: null, limit: 9 }))).lines).toEqual([])
  })

  it('are determined by the events, not by the list', async () => {
    const history = await twoCustomers()
    const attacked = await history.attacked((file) => {
      file.exec(`UPDATE entry SET order_id = '77', card_reference = '7000000077' WHERE entry_id = 'entry-other';
        UPDATE identifier SET value = '77' WHERE value = '78'`)
    })
    await erase(attacked, by('card-reference', '7000000077', profileId))
    expect(await erasedIn(attacked)).not.toContain('other')
  })

  it.each([
    ['', profileId], [' by another profile of the merchant', 'profile-2' as ProfileId],
  ])('exclude an open outcome%s and everything about its order, which are counted, and included once it is resolved', async (_by, through) => {
    const history = await twoCustomers()
    const lost = { profileId: through, merchantOrderId: merchantOrderId('order-hers'), orderId: orderId('77') }
    await sent(history, refund('lost', lost), { kind: 'unknown', fault: 'reset', reply: null })
    const customer = by('email', address)
    expect(await erase(history, customer)).toEqual({ entries: 1, staying: 5, deleted: 1 })
    expect(await erasedIn(history)).toEqual(['elsewhere'])
    await valueOf(history.journal.recordObservation(observation('lost', { status: 'approved', resolves: true })))
    expect(await erase(history, customer)).toEqual({ entries: 5, staying: 0, deleted: 5 })
  })

  it('exclude two payments of one merchant order id until a person has compared them', async () => {
    const history = openHistory()
    const hers = { fields: [{ name: 'email', value: masked(address) }], merchantOrderId: merchantOrderId('same') }
    const moved = 'http://127.0.0.1:2 gw shop' as MerchantKey
    await sent(history, charge('one', hers), { orderId: orderId('77') })
    await sent(history, charge('two', { ...hers, merchantKey: moved, profileId: 'profile-2' as ProfileId }), { orderId: orderId('78') })
    await valueOf(history.journal.recordAudit({
      at: charge('x').at, osUser: 'mara', name: masked('mara'), action: 'merchant-moved', subject: masked(''), detail: masked(''),
      sameMerchants: [charge('x').merchantKey, moved],
    }))
    expect(await valueOf(countCustomer(history.services, by('email', address)))).toEqual({ entries: 0, staying: 2 })
  })

  it('are found by an address in the reply on which a person closed an entry', async () => {
    const history = openHistory()
    await sent(history, charge('closed'), { kind: 'unknown', fault: 'reset', reply: null })
    await valueOf(history.journal.recordClosing({
      entryId: entryId('closed'), at: charge('x').at, who: 'mara', reason: masked('unknown there'), closes: 'not-found',
      errorCode: null, errorText: null, reply: masked('type=status-response\n&email=zephyrine.q%40shop.example\n'),
    }))
    expect(await valueOf(countCustomer(history.services, by('email', address)))).toEqual({ entries: 0, staying: 1 })
  })

  it('include new content from a later status', async () => {
    const history = await twoCustomers()
    await erase(history, by('email', address))
    await valueOf(history.journal.recordObservation(observation('hers', {
      status: 'approved', reply: masked('type=status-response\n&email=Zephyrine.Q%40shop.example\n'),
    })))
    expect(await valueOf(countCustomer(history.services, by('erased-before', '')))).toEqual({ entries: 1, staying: 0 })
    expect(await erase(history, by('email', address))).toEqual({ entries: 1, staying: 0, deleted: 1 })
  })

  it('are all found again after an interruption: the customer’s own data is removed last', async () => {
    const history = openHistory()
    await sent(history, charge('hers', { fields: [{ name: 'email', value: masked(address) }] }), { orderId: orderId('77') })
    for (let number = 0; number < 150; number += 1) {
      await read(history, `r${number}`, { merchantOrderId: null, orderId: orderId('77') }, 'type=status-response\n')
    }
    const customer = by('email', address)
    let batches = 0
    const signRemovals: typeof history.vault.signRemovals = async (request) => {
      batches += 1
      return batches === 3 ? locked : await history.vault.signRemovals(request)
    }
    const vault = { ...history.services.vault, signRemovals }
    const request = { customer, entries: 151, staying: 0, reason: 'asked by letter' }
    expect(await eraseCustomer({ ...history.services, vault }, nobody, request)).toEqual(locked)
    expect(await erase(history, customer)).toEqual({ entries: 51, staying: 0, deleted: 51 })
  })
})

describe('the rest of it', () => {
  it('is no byte in the file and its log, no term of the search and no choice of a filter', async () => {
    const history = await twoCustomers()
    await erase(history, by('email', address))
    await erase(history, by('card-reference', '7000000077'))
    for (const text of ['zephyrine', 'q@shop.example', 'boots', '5550143', 'hash-of-hers']) {
      const found = (await valueOf(history.journal.search(query({ text })))).rows.map((row) => row.entryId)
      expect(found.filter((id) => ofTheOrder.some((name) => id === entryId(name))), text).toEqual([])
    }
    const values = history.connection.all(`SELECT value FROM list_value WHERE dimension IN ('card_hash', 'last_four')`)
    expect(values.map(({ value }) => value)).toEqual(['4821'])
    expect(await valueOf(history.journal.entry({ entryId: entryId('hers') }))).toMatchObject({
      fields: [], signedText: '', row: { cardReference: '7000000077', orderId: '77', cardholder: null, lastFour: null, minorAmount: '1015' },
    })
    await history.signing.finish()
    await history.journal.close()
    const bytes = [history.path, `${history.path}-wal`].filter((path) => existsSync(path)).map((path) => readFileSync(path, 'latin1')).join('')
    for (const gone of ['cardholder-name=Zephyrine', 'winter boots', '5550143', 'hash-of-hers']) expect(bytes, gone).not.toContain(gone)
    // Those of the others still exist.
    expect(bytes).toContain('zephyrine.q%40shop.example.org')
  })

  it('is no byte either where the file grew, and a note was corrected, before the erasure', async () => {
    const history = openHistory()
    const numbers = Array.from({ length: 80 }, (_, number) => number)
    const named = (number: number) => `zq${number * 7919}xw`
    for (const number of numbers) {
      const [name, customer] = [`n${number}`, named(number)]
      const reply = masked(`type=status-response\n&status=approved\n&cardholder-name=${customer}\n&card-hash-id=${customer}\n`)
      const fields = [{ name: 'email', value: masked(`${customer}@shop.example`) }]
      await sent(history, charge(name, { fields, cardReference: `8000${number}` as CardReference }), { status: 'processing' })
      await valueOf(history.journal.recordObservation(observation(name, { status: 'approved', lastFour: '4242', reply })))
      await valueOf(history.journal.recordNote(note(name, { text: masked(`note about ${customer}, to be corrected`) })))
      await valueOf(history.journal.recordNote(note(name, { change: 'corrected', text: masked('done') })))
    }
    for (const number of numbers) {
      if (number % 4 === 0) await erase(history, by('email', `${named(number)}@shop.example`))
    }
    await history.journal.close()
    const bytes = readFileSync(history.path, 'latin1')
    const left = numbers.filter((number) => bytes.includes(named(number)))
    expect(left).toEqual(numbers.filter((number) => number % 4 !== 0))
  })

  it('is a signed removal on request, which the verification names, here and from outside', async () => {
    const history = await twoCustomers()
    await history.signing.finish()
    await erase(history, by('order-id', '77', profileId))
    await history.signing.finish()
    const removed = { removed: 8, removedOnRequest: 8 }
    expect(await history.verify()).toMatchObject({ ...removed, firstBreak: null, repaired: null, unsigned: 0 })
    expect(await fromOutside(history)).toMatchObject({ ...removed, verdict: 'proven', behindNewestHead: 0 })
  })

  it('is a line of the audit trail with the reason, which names no address; audit lines stay', async () => {
    const history = await twoCustomers()
    await erase(history, by('email', address), `The customer (${address.toUpperCase()}) asked by letter`)
    await erase(history, by('order-id', '70', profileId), 'Asked again')
    const { lines } = await valueOf(history.journal.audit({ before: null, limit: 9 }))
    expect(lines.map(({ action }) => action)).toEqual(['customer-erased', 'customer-erased'])
    expect(lines[0]!.detail).toContain('Chosen by order id 70, profile Shop. Reason: Asked again')
    expect(lines[1]).toMatchObject({ subject: '5 entries of one customer', osUser: 'm.keller' })
    expect(lines[1]!.detail).toContain('Chosen by e-mail address. Reason: The customer (…) asked by letter')
    expect(JSON.stringify(lines).toLowerCase()).not.toContain('zephyrine')
  })

  it('is the facts that money moves once by: no order is charged again, no refund lost', async () => {
    const history = await twoCustomers()
    const asked = { profileId, merchantKey: charge('x').merchantKey, orderId: orderId('77') }
    const before = await valueOf(history.journal.orderActions(asked))
    await erase(history, by('order-id', '77', profileId))
    expect(await history.journal.recordIntent(charge('again', { merchantOrderId: merchantOrderId('order-hers') })))
      .toMatchObject({ ok: false, failure: { code: 'merchant-order-id-used', entryId: 'entry-hers' } })
    const similar = { ...asked, cardReference: '7000000077' as CardReference, minorAmount: before[0]!.minorAmount!, currency: 'USD', which: 'any' } as const
    expect(await valueOf(history.journal.findDuplicateCharge(similar))).toMatchObject({ entryId: 'entry-hers' })
    const after = await valueOf(history.journal.orderActions(asked))
    const facts = ({ state, netMinorAmount, reviewed }: (typeof after)[number]) => [state, netMinorAmount, reviewed]
    expect(after.map(facts)).toEqual(before.map(facts))
    expect(after).toMatchObject([{ entryId: 'entry-hers-back', state: 'approved', netMinorAmount: '-1015' }])
  })
})

describe('nothing is erased', () => {
  it.each([[{ entries: 3 }], [{ staying: 1 }]])('if another number was confirmed: %j', async (other) => {
    const history = await twoCustomers()
    const request = { customer: by('email', address), entries: 5, staying: 0, reason: 'asked by letter', ...other }
    expect(await eraseCustomer(history.services, nobody, request)).toEqual({ ok: false, failure: { code: 'count-changed' } })
    expect(await erasedIn(history)).toEqual([])
  })

  it('without the vault, and no audit line is written', async () => {
    const history = await twoCustomers()
    const services = { ...history.services, vault: { ...history.services.vault, signRemovals: async () => locked } }
    expect(await eraseCustomer(services, nobody, { customer: by('email', address), entries: 5, staying: 0, reason: 'asked' })).toEqual(locked)
    expect((await valueOf(history.journal.audit({ before: null, limit: 9 }))).lines).toEqual([])
  })

  it('of events that a team has yet to receive: they are erased once delivered, without a copy', async () => {
    const history = openHistory()
    await valueOf(history.journal.teamBegin({ deskId: 'desk' as DeskId, at: charge('x').at, label: 'Desk', publicKey: null, rehearsal: false }))
    const merchantKey = 'https://gate.example gw shop' as MerchantKey
    await sent(history, charge('hers', {
      environment: 'staging', merchantKey, url: 'https://gate.example/gw/api/v2/make-rebill-sale/2773', fields: [{ name: 'email', value: masked(address) }],
    }))
    while ((await valueOf(history.journal.teamDerive({ limit: 100, past: true }))).more);
    expect(await erase(history, by('email', address))).toEqual({ entries: 0, staying: 1, deleted: 0 })
    const { events } = (await valueOf(history.journal.teamWaiting({ limit: 100 })))!
    await valueOf(history.journal.teamDelivered({ number: events.at(-1)!.number, link: '0'.repeat(64) }))
    expect(await erase(history, by('email', address))).toMatchObject({ deleted: 1 })
    await history.journal.close()
    expect(readFileSync(history.path, 'latin1').toLowerCase()).not.toContain('zephyrine')
  })
})
