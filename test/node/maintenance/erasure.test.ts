/** The content of one customer, erased on request: whose entries are found, what stays, and what is gone. */
import { copyFileSync, existsSync, readFileSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { describe, expect, it } from 'vitest'
import type { CardReference, DeskId, MerchantKey, ProfileId } from '#shared/brands.ts'
import type { Customer, CustomerKind } from '#shared/model/customer.ts'
import { countCustomer, eraseCustomer } from '../../../electron/desk/maintenance/erasure.ts'
import { salvage } from '../../../electron/journal/recovery/salvage.ts'
import type { Intent, OutcomeRecord } from '../../../electron/journal/port.ts'
import { masked, merchantOrderId, orderId, profileId, query, refund, statusRead } from '../journal/samples.ts'
import { fromOutside } from './outside.ts'
import { charge, entryId, erase, observation, openHistory, outcome, valueOf, type History } from './support.ts'

const address = 'Zephyrine.Q@shop.example'
const nobody = () => undefined
const locked = { ok: false, failure: { code: 'vault-locked' } } as const
const by = (kind: CustomerKind, value: string, of: ProfileId | null = null): Customer =>
  ({ kind, value, profileId: of })

async function sent(history: History, intent: Intent, ended: Partial<OutcomeRecord> = {}): Promise<void> {
  await valueOf(history.journal.recordIntent(intent))
  await valueOf(history.journal.recordOutcome(outcome(intent.entryId.slice('entry-'.length), { status: 'approved', ...ended })))
}

async function read({ journal }: History, name: string, changes: Partial<Intent>, reply: string): Promise<void> {
  const answered = outcome(name, { kind: 'answered', reply: masked(reply) })
  await valueOf(journal.recordRead({ intent: statusRead(name, changes), outcome: answered }))
}

/**
 * A charge of a customer with a refund and a status of its order, a card that was looked up, an order paid elsewhere
 * whose status names the customer; and entries of others that come as near to those as they can.
 */
async function twoCustomers(): Promise<History> {
  const history = openHistory()
  const hers = { merchantOrderId: merchantOrderId('order-hers'), orderId: orderId('77') }
  const card = '7000000077' as CardReference
  await sent(history, charge('hers', {
    cardReference: card, fields: [{ name: 'email', value: masked(address) }, { name: 'order_desc', value: masked('winter boots') }],
  }), {
    orderId: hers.orderId, lastFour: '4821',
    reply: masked('type=async-response\n&status=approved\n&cardholder-name=Zephyrine\n&card-hash-id=hash-of-hers\n'),
  })
  await sent(history, refund('hers-back', hers), { reply: masked('type=async-response\n&status=approved\n&name=Zephyrine\n') })
  await read(history, 'hers-asked', { merchantOrderId: null, orderId: hers.orderId }, 'type=status-response\n&phone=5550143\n')
  await read(history, 'hers-unknown', { merchantOrderId: hers.merchantOrderId, orderId: null }, 'type=validation-error\n')
  await read(history, 'registered', { merchantOrderId: null, orderId: orderId('70') }, `type=create-card-ref-response\n&card-ref-id=${card}\n`)
  await read(history, 'elsewhere', { orderId: orderId('71'), merchantOrderId: null }, 'type=status-response\n&email=zephyrine.q%40shop.example\n')

  await sent(history, charge('other', { fields: [{ name: 'email', value: masked(`not-${address}`) }] }), { orderId: orderId('78'), lastFour: '4821' })
  await read(history, 'longer', { merchantOrderId: null, orderId: orderId('79') }, 'type=status-response\n&email=zephyrine.q%40shop.example.org\n')
  // The gateway took the merchant order id a second time.
  await read(history, 'namesake', { merchantOrderId: hers.merchantOrderId, orderId: orderId('177') }, 'type=status-response\n')
  await read(history, 'another-gateway', {
    ...hers, profileId: 'profile-two' as ProfileId, merchantKey: 'https://other.example gw shop' as MerchantKey, cardReference: card,
  }, 'type=status-response\n')
  return history
}

/** The names of the entries without content, oldest first. */
async function erasedIn({ journal }: Pick<History, 'journal'>): Promise<string[]> {
  const { rows } = await valueOf(journal.search(query()))
  return rows.filter(({ contentRemovedAt }) => contentRemovedAt !== undefined).map(({ entryId: id }) => id.slice('entry-'.length)).toReversed()
}

const ofTheOrder = ['hers', 'hers-back', 'hers-asked', 'hers-unknown']

describe('whose content goes', () => {
  it.each([
    ['card-reference', '7000000077', [...ofTheOrder, 'registered']],
    ['email', 'zephyrine.q@SHOP.example', [...ofTheOrder, 'elsewhere']],
    ['merchant-order-id', 'order-hers', [...ofTheOrder, 'namesake']],
    ['order-id', '77', ofTheOrder],
  ] as const)('by %s: the entries that name it, and whatever is about their orders', async (kind, value, names) => {
    const history = await twoCustomers()
    const { length } = names
    expect(await erase(history, by(kind, value, profileId))).toEqual({ entries: length, staying: 0, deleted: length })
    expect(await erasedIn(history)).toEqual(names)
  })

  it('takes the ids of every gateway where no profile is chosen', async () => {
    const history = await twoCustomers()
    await erase(history, by('order-id', '77'))
    expect(await erasedIn(history)).toEqual([...ofTheOrder, 'another-gateway'])
  })

  it('finds nobody by a part of an address, an id or a reference, nor by signs that mean something to a search', async () => {
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

  it('believes the events and not the list about whose an entry is', async () => {
    const history = await twoCustomers()
    const attacked = await history.attacked((file) => {
      file.exec(`UPDATE entry SET order_id = '77', card_reference = '7000000077' WHERE entry_id = 'entry-other';
        UPDATE identifier SET value = '77' WHERE value = '78'`)
    })
    await erase(attacked, by('card-reference', '7000000077', profileId))
    expect(await erasedIn(attacked)).not.toContain('other')
  })

  it('leaves an open outcome and everything about its order, counts it, and takes it once it is resolved', async () => {
    const history = await twoCustomers()
    await sent(history, refund('lost', { merchantOrderId: merchantOrderId('order-hers'), orderId: orderId('77') }), { kind: 'unknown', fault: 'reset', reply: null })
    const customer = by('email', address)
    expect(await erase(history, customer)).toEqual({ entries: 1, staying: 5, deleted: 1 })
    expect(await erasedIn(history)).toEqual(['elsewhere'])
    await valueOf(history.journal.recordObservation(observation('lost', { status: 'approved', resolves: true })))
    expect(await erase(history, customer)).toEqual({ entries: 5, staying: 0, deleted: 5 })
  })

  it('erases again what a status brought since', async () => {
    const history = await twoCustomers()
    await erase(history, by('email', address))
    await valueOf(history.journal.recordObservation(observation('hers', {
      status: 'approved', reply: masked('type=status-response\n&email=Zephyrine.Q%40shop.example\n'),
    })))
    expect(await valueOf(countCustomer(history.services, by('erased-before', '')))).toEqual({ entries: 1, staying: 0 })
    expect(await erase(history, by('email', address))).toEqual({ entries: 1, staying: 0, deleted: 1 })
  })

  it('finds all of it again where it broke off: what names the customer goes last', async () => {
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

describe('what is left of it', () => {
  it('is no byte in the file and its log, no word of the search and no choice of a filter', async () => {
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
    // Those of the others are still there.
    expect(bytes).toContain('zephyrine.q%40shop.example.org')
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

  it('are the facts by which money moves once: no order is charged again, no refund forgotten', async () => {
    const history = await twoCustomers()
    const asked = { profileId, merchantKey: charge('x').merchantKey, orderId: orderId('77') }
    const before = await valueOf(history.journal.orderActions(asked))
    await erase(history, by('order-id', '77', profileId))
    expect(await history.journal.recordIntent(charge('again', { merchantOrderId: merchantOrderId('order-hers') })))
      .toMatchObject({ ok: false, failure: { code: 'merchant-order-id-used', entryId: 'entry-hers' } })
    const like = { ...asked, cardReference: '7000000077' as CardReference, minorAmount: before[0]!.minorAmount!, currency: 'USD', which: 'any' } as const
    expect(await valueOf(history.journal.findLikeCharge(like))).toMatchObject({ entryId: 'entry-hers' })
    const after = await valueOf(history.journal.orderActions(asked))
    const facts = ({ state, netMinorAmount, reviewed }: (typeof after)[number]) => [state, netMinorAmount, reviewed]
    expect(after.map(facts)).toEqual(before.map(facts))
    expect(after).toMatchObject([{ entryId: 'entry-hers-back', state: 'approved', netMinorAmount: '-1015' }])
  })
})

describe('older files', () => {
  it('bring it back by a restore; it is known what was erased, and erased again', async () => {
    const history = await twoCustomers()
    const { fileName } = await valueOf(history.keeping.backUp())
    await erase(history, by('email', address))
    const erased = await erasedIn(history)
    await valueOf(history.keeping.restore(fileName))
    expect((await valueOf(history.journal.entry({ entryId: entryId('hers') })))?.fields).not.toEqual([])
    expect(await erasedIn(history)).toEqual(erased)
    expect(await history.verify()).toMatchObject({ firstBreak: null, repaired: null, removed: 0 })
    const { lines } = await valueOf(history.journal.audit({ before: null, limit: 20 }))
    expect(lines.map(({ action }) => action)).toEqual(expect.arrayContaining(['customer-erased', 'backup-restored']))
    expect(await erase(history, by('erased-before', ''))).toEqual({ entries: 5, staying: 0, deleted: 5 })
    expect((await valueOf(history.journal.entry({ entryId: entryId('hers') })))?.fields).toEqual([])
    expect((await valueOf(history.journal.audit({ before: null, limit: 1 }))).lines[0]?.detail).toContain('Chosen by an earlier erasure.')
    await history.signing.finish()
    expect(await history.verify()).toMatchObject({ firstBreak: null, removedOnRequest: 10 })
  })

  /** A history, and a copy of its file. */
  async function twice(): Promise<{ history: History; copy: string }> {
    const history = await (await twoCustomers()).again()
    const copy = `${history.path}.copy`
    copyFileSync(history.path, copy)
    return { history, copy }
  }

  async function recover({ connection }: History, path: string): Promise<void> {
    const from = new DatabaseSync(path, { readOnly: true })
    await salvage(connection, from, { at: charge('x').at, progress: nobody, breathe: async () => undefined })
    from.close()
  }

  it('bring nothing back to the entries that are here when they are recovered', async () => {
    const { history, copy } = await twice()
    await erase(history, by('email', address))
    const erased = await erasedIn(history)
    await recover(history, copy)
    expect(await erasedIn(history)).toEqual(erased)
    expect(await valueOf(countCustomer(history.services, by('erased-before', '')))).toEqual({ entries: 0, staying: 0 })
  })

  it('mark what was erased there, once, and are not believed about amounts', async () => {
    const { history, copy } = await twice()
    const other = openHistory({ path: copy, vault: history.vault })
    await erase(other, by('email', address))
    await (await other.attacked((file) => {
      file.exec(`UPDATE event SET facts = replace(facts, '"movedMinorAmount":"1015"', '"movedMinorAmount":"1"') WHERE kind = 'removal'`)
    })).journal.close()
    for (let time = 0; time < 2; time += 1) await recover(history, copy)
    expect(await erasedIn(history)).toHaveLength(5)
    expect(history.connection.first(`SELECT count(*) AS marks FROM event WHERE kind = 'removal'`)).toEqual({ marks: 5 })
    const { rows } = await valueOf(history.journal.search(query()))
    expect(rows.find((row) => row.entryId === entryId('hers'))?.netMinorAmount).toBe('1015')
  })
})

describe('nothing is erased', () => {
  it.each([[{ entries: 3 }], [{ staying: 1 }]])('where another number was confirmed: %j', async (other) => {
    const history = await twoCustomers()
    const request = { customer: by('email', address), entries: 5, staying: 0, reason: 'asked by letter', ...other }
    expect(await eraseCustomer(history.services, nobody, request)).toEqual({ ok: false, failure: { code: 'count-changed' } })
    expect(await erasedIn(history)).toEqual([])
  })

  it('without the vault, and no line is written', async () => {
    const history = await twoCustomers()
    const services = { ...history.services, vault: { ...history.services.vault, signRemovals: async () => locked } }
    expect(await eraseCustomer(services, nobody, { customer: by('email', address), entries: 5, staying: 0, reason: 'asked' })).toEqual(locked)
    expect((await valueOf(history.journal.audit({ before: null, limit: 9 }))).lines).toEqual([])
  })

  it('of what a team has yet to receive: it goes once it was delivered, and no copy of it stays', async () => {
    const history = openHistory()
    await valueOf(history.journal.teamBegin({ deskId: 'desk' as DeskId, at: charge('x').at, label: 'Desk', publicKey: null }))
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
