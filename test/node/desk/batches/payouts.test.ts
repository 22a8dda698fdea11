/** Batches of payouts and transfers: only from a file, with accounts only in memory. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, it, vi } from 'vitest'
import type { Batch, BatchId, Draft } from '#shared/model/payments/batch.ts'
import type { ParsedInput } from '#shared/ipc/contract.ts'
import { success } from '#shared/result.ts'
import type { OutsideQuestion } from '../../../../electron/desk/services.ts'
import type { Keychain } from '../../../../electron/vault/keychain/keychain.ts'
import { createMemoryKeychain } from '../../../../electron/vault/keychain/memory-keychain.ts'
import { memoryVault, openProtected } from '../access/support.ts'
import { charge, closeAll, endpoint, open, type OpenOptions, type TestDesk } from '../support.ts'
import { changeProfile, counts, resumed, rowsOf, unlimited, whenEnded } from './support.ts'

afterEach(closeAll)

const accounts = ['40817810099910004312', 'DE89370400440532013000', 'GB29NWBK60161331926819', '40817810099910009876', '40702810400000001234']
const header = 'client_orderid,account_number,Amount,Currency,Old account,Note'
const lineOf = (account: string, index: number) => `pay-${index},${account},10.15,USD,${account.toLowerCase()},row ${index}`
const file = (...lines: readonly string[]): string => [header, ...lines].join('\n')
const wholeFile = file(...accounts.map(lineOf))

/** The next dialog's result, the shown message boxes, and the saved files. */
interface World {
  readonly chosen: { text: string }
  readonly questions: OutsideQuestion[]
  readonly saved: string[]
}

/** A usual file name: not a card number, though some of its digits pass the check digit of cards. */
const fileName = '20261101_20261115.csv'

function world(text = wholeFile): World & { readonly system: NonNullable<OpenOptions['system']> } {
  const chosen = { text }
  const questions: OutsideQuestion[] = []
  const saved: string[] = []
  return {
    chosen, questions, saved,
    system: {
      chooseTable: async () => success({ fileName, bytes: new Uint8Array(Buffer.from(chosen.text)) }),
      confirm: async (question) => {
        questions.push(question)
        return true
      },
      chooseSaveDestination: async (proposed) => ({
        fileName: proposed,
        write: async (pieces) => { for await (const piece of pieces) saved.push(Buffer.from(piece).toString()) },
      }),
    },
  }
}

const openOver = (keychain: Keychain, { system }: ReturnType<typeof world>, folder?: string): Promise<TestDesk> =>
  open({ ownVault: memoryVault(keychain), system, ...(folder !== undefined && { folder }) })

const fileDraft = (desk: TestDesk, operation: ParsedInput<'batches.openFile'>['operation'] = 'payout-v4', profileId = desk.profileId) =>
  desk.call('batches.openFile', { profileId, entryPoint: endpoint, operation })

const draftRows = async (desk: TestDesk, { draftId }: Draft) =>
  (await desk.call('batches.draftRows', { draftId, show: 'all', from: 0, count: 200 })).rows
    .toSorted((one, other) => one.line - other.line)

/** Lets time pass until this number of rows was paid. */
async function paidSoFar(desk: TestDesk, rows: number): Promise<void> {
  await vi.waitFor(async () => {
    await desk.clock.pass(200)
    expect(desk.ordersInLedger().length).toBeGreaterThanOrEqual(rows)
  }, { timeout: 20_000, interval: 10 })
}

/** Sends two rows of the file, then kills the process; returns the desk of the next start. */
async function killedAfterTwo(
  prepare: (desk: TestDesk, draft: Draft) => Promise<Draft> = async (_desk, draft) => draft,
) {
  const keychain = createMemoryKeychain()
  const outside = world()
  const desk = await openOver(keychain, outside)
  await changeProfile(desk, { batches: { perSecond: 1, atOnce: 1 } })
  const { draftId, version } = await prepare(desk, await fileDraft(desk))
  const { batchId } = await desk.call('batches.start', { draftId, version })
  await paidSoFar(desk, 2)
  await desk.end()
  const again = await openOver(keychain, outside, desk.folder)
  await changeProfile(again, { batches: unlimited })
  return { desk: again, batchId, ...outside, keychain }
}

async function reopened(desk: TestDesk, batchId: BatchId): Promise<Batch> {
  const batch = await desk.call('batches.reopenFile', { batchId })
  expect(batch.needsFile).toBe(false)
  return await resumed(desk, batchId)
}

const paid = (desk: TestDesk): string[] => desk.ordersInLedger().map(({ order }) => order!.merchantOrderId).toSorted()
const everyRow = accounts.map((_account, index) => `pay-${index}`)

describe('payouts that were killed in the middle', () => {
  it('continue with the same file, and each is paid once', async () => {
    const { desk, batchId } = await killedAfterTwo()
    expect(await desk.call('batches.show', { batchId })).toMatchObject({ state: 'paused', needsFile: true, fileName })
    expect(await desk.refused('batches.resume', { batchId })).toEqual({ code: 'batch-file-needed' })
    expect(await reopened(desk, batchId)).toMatchObject({ state: 'ended', needsFile: false })
    expect(paid(desk)).toEqual(everyRow)
  })

  it.each([
    ['one changed account', wholeFile.replace(accounts[4]!, '40702810400000001235')],
    ['one changed amount', wholeFile.replace('pay-4,40702810400000001234,10.15', 'pay-4,40702810400000001234,10.16')],
    ['one row less', file(...accounts.slice(0, 4).map(lineOf))],
    ['rows in another order', file(...accounts.map(lineOf).toReversed())],
    ['another column', wholeFile.replace('Note', 'Remark')],
  ])('do not go on with %s', async (_what, text) => {
    const { desk, batchId, chosen } = await killedAfterTwo()
    chosen.text = text
    expect(await desk.refused('batches.reopenFile', { batchId })).toEqual({ code: 'batch-file-differs' })
    expect(await desk.refused('batches.resume', { batchId })).toEqual({ code: 'batch-file-needed' })
    expect(desk.ordersInLedger()).toHaveLength(2)
  })

  it('repeat a person’s changes in cells, except for an account: that must be in the file', async () => {
    const other = '40702810400000009999'
    const { desk, batchId, chosen } = await killedAfterTwo(async (first, { draftId }) => {
      await first.call('batches.editCell', { draftId, row: 3, field: 'amount', value: '11.15' })
      return await first.call('batches.editCell', { draftId, row: 4, field: 'accountNumber', value: other })
    })
    expect(await desk.refused('batches.reopenFile', { batchId })).toEqual({ code: 'batch-file-differs' })
    chosen.text = file(...[...accounts.slice(0, 4), other].map(lineOf))
    await reopened(desk, batchId)
    expect(paid(desk)).toEqual(everyRow)
    expect(desk.ordersInLedger().map(({ order }) => order!.initialAmount).toSorted()).toEqual(['10.15', '10.15', '10.15', '10.15', '11.15'])
  })

  it('do not continue if the key that recognises their rows is lost', async () => {
    const { desk, batchId, keychain } = await killedAfterTwo()
    await desk.end()
    await keychain.delete('digest-key')
    const again = await openOver(keychain, world(), desk.folder)
    expect(await again.refused('batches.reopenFile', { batchId })).toEqual({ code: 'batch-key-lost' })
  })

  it('do not continue with rows that were changed in the history', async () => {
    const { desk, batchId } = await killedAfterTwo()
    await desk.end()
    const { DatabaseSync } = await import('node:sqlite')
    const database = new DatabaseSync(join(desk.folder, 'journal.db'))
    database.exec(`UPDATE batch_row SET confirmed = json_set(confirmed, '$.digest', '${'0'.repeat(64)}') WHERE row = 4`)
    database.close()
    const again = await open({ folder: desk.folder, system: world().system })
    expect(await again.refused('batches.reopenFile', { batchId })).toEqual({ code: 'batch-rows-changed' })
  })
})

it('a lock clears the accounts of a batch', async () => {
  const outside = world()
  const desk = await openProtected({ system: outside.system })
  await changeProfile(desk, { batches: { perSecond: 1, atOnce: 1 } })
  const { draftId, version } = await fileDraft(desk)
  const { batchId } = await desk.call('batches.start', { draftId, version })
  await paidSoFar(desk, 2)
  await desk.call('access.lock', null)
  await desk.unlock()
  expect(await desk.call('batches.show', { batchId })).toMatchObject({ state: 'paused', needsFile: true })
  await changeProfile(desk, { batches: unlimited })
  await reopened(desk, batchId)
  expect(paid(desk)).toEqual(everyRow)
})

describe('the check of payouts', () => {
  it('finds equal ones to the same account, in the file and in the history, and none among many accounts', async () => {
    const outside = world(file(...Array.from({ length: 80 }, (_, index) => lineOf(`4081781009991${1000000 + index}`, index))))
    const desk = await openOver(createMemoryKeychain(), outside)
    const many = await fileDraft(desk)
    expect(many.states.ready.rows).toBe(80)
    await changeProfile(desk, { batches: unlimited })
    const { batchId } = await desk.call('batches.start', { draftId: many.draftId, version: many.version })
    expect(counts(await whenEnded(desk, batchId))).toEqual({ processing: 80 })
    outside.chosen.text = file(
      'new-1,4081 7810 0999 1100 0005,10.15,USD,,', 'new-2,DE89370400440532013000,10.15,USD,,', 'new-3,de89 3704 0044 0532 0130 00,10.15,USD,,',
    )
    const rows = await draftRows(desk, await fileDraft(desk))
    expect(rows.map(({ state, earlier }) => [state, earlier?.kind ?? null])).toEqual([
      ['duplicate', 'equal-payment'], ['ready', null], ['duplicate', 'row'],
    ])
  })

  it('refuses an account as a part of the merchant order id', async () => {
    const desk = await openOver(createMemoryKeychain(), world(file(`2026-12.${accounts[0]!},${accounts[0]!},10.15,USD,,`)))
    const [row] = await draftRows(desk, await fileDraft(desk))
    expect(row).toMatchObject({ state: 'problem', problems: [{ field: 'merchantOrderId', code: 'holds-confidential' }] })
  })
})

describe('transfers', () => {
  const columns = 'client_orderid,order_desc,amount,currency,ipaddress'
  const given = (name: string, cells: readonly string[]): string =>
    [`${columns},${name}`, ...cells.map((cell, row) => `move-${row},Winnings,10.15,USD,203.0.113.9,${cell}`)].join('\n')
  /** The ids of a card that was registered from its own order, by their names in the reply. */
  async function cardOnFile(desk: TestDesk, amount: string) {
    const { entryId } = await charge(desk, { amount })
    const { row } = await desk.call('history.entry', { entryId })
    const { merchantOrderId, orderId } = row
    const { reply } = await desk.call('operations.perform', {
      profileId: desk.profileId, entryPoint: endpoint, operation: 'create-card-ref-v4', confidential: {},
      values: { merchantOrderId: merchantOrderId!, orderId: orderId! },
    })
    return (name: string): string => reply!.fields.find((field) => field.name === name)!.value
  }
  const cards = ['5500005555555559', '4111111111111111', '4444333322221111']

  it('are sent by references and recurring payment ids', async () => {
    const outside = world()
    const desk = await openOver(createMemoryKeychain(), outside)
    await changeProfile(desk, { batches: unlimited })
    const [from, one, two] = [await cardOnFile(desk, '10.15'), await cardOnFile(desk, '10.16'), await cardOnFile(desk, '10.17')]
    outside.chosen.text = given(
      'card_recurring_payment_id,destination-card-ref-id', [one, two].map((to) => `${from('recurring-payment-id')},${to('dst-card-ref-id')}`),
    )
    const before = desk.ordersInLedger().length
    const { draftId, version, states } = await fileDraft(desk, 'transfer-v4')
    expect(states.ready.rows).toBe(2)
    const { batchId } = await desk.call('batches.start', { draftId, version })
    expect(counts(await whenEnded(desk, batchId))).toEqual({ processing: 2 })
    expect(desk.ordersInLedger()).toHaveLength(before + 2)
  })

  it.each(['destination-card-no', 'credit_card_number', 'Card of the receiver'])('are refused with card numbers under %s', async (name) => {
    const desk = await openOver(createMemoryKeychain(), world(given(name, cards)))
    const refused = await desk.refused('batches.openFile', { profileId: desk.profileId, entryPoint: endpoint, operation: 'transfer-v4' })
    expect(refused).toMatchObject({ code: 'table-refused', why: 'holds-card-numbers' })
  })

  it('accept no column, default or cell for a card number or a cvv', async () => {
    const desk = await openOver(createMemoryKeychain(), world(given('Other', ['1', '2'])))
    const draft = await fileDraft(desk, 'transfer-v4')
    const questions = { draftId: draft.draftId, decimals: null, periodLabel: null }
    const meanings = draft.columns.map(({ meaning }) => meaning)
    for (const key of ['destinationCardNumber', 'cardNumber', 'cardVerificationValue'] as const) {
      await desk.refused('batches.mapColumns', { ...questions, columns: meanings.with(-1, key), defaults: {} })
      await desk.refused('batches.mapColumns', { ...questions, columns: meanings, defaults: { [key]: '5500005555555559' } })
      await desk.refused('batches.editCell', { draftId: draft.draftId, row: 0, field: key, value: '5500005555555559' })
    }
  })
})

describe('no account number of a batch', () => {
  const inOneLine = (text: string): string => text.replace(/[\s-]/g, '').toUpperCase()
  const found = (text: string): string[] => accounts.filter((account) => inOneLine(text).includes(account))

  it('is in the page, the result, the log or any file; the message box shows each beside its amount', async () => {
    const outside = world()
    const logged: unknown[] = []
    const desk = await openProtected({ system: outside.system, log: (...line) => { logged.push(line) } })
    const answers: unknown[] = []
    async function started(profileId: Draft['profileId']): Promise<BatchId> {
      const draft = await fileDraft(desk, 'payout-v4', profileId)
      answers.push(draft, await draftRows(desk, draft))
      const edited = await desk.call('batches.editCell', { draftId: draft.draftId, row: 0, field: 'accountNumber', value: accounts[0]! })
      answers.push(edited)
      return (await desk.call('batches.start', { draftId: draft.draftId, version: edited.version })).batchId
    }
    // Nothing of production can be sent here, as it has no key: only its message box is of interest.
    const elsewhere = await started(await desk.addProfile('production', 'Shop'))
    answers.push(await desk.call('batches.stop', { batchId: elsewhere }))
    expect(outside.questions.map(({ details }) => found(details.join('\n'))).flat()).toEqual(accounts)
    await changeProfile(desk, { batches: unlimited })
    const batchId = await started(desk.profileId)
    const batch = await whenEnded(desk, batchId)
    expect(counts(batch)).toEqual({ processing: accounts.length })
    const rows = await rowsOf(desk, batchId)
    answers.push(batch, rows, await desk.call('batches.list', { profileId: desk.profileId }))
    for (const { entryId } of rows) answers.push(await desk.call('history.entry', { entryId: entryId! }))
    for (const format of ['csv', 'xlsx'] as const) await desk.call('batches.saveResult', { batchId, format })
    expect(outside.saved[0]).toContain('pay-4')
    outside.chosen.text = wholeFile.replace(accounts[4]!, '40702810400000001235')
    answers.push(await desk.refused('batches.reopenFile', { batchId }))
    await desk.end()
    expect(found(JSON.stringify([answers, desk.events, logged]))).toEqual([])
    expect(found(outside.saved.join('\n'))).toEqual([])
    const files = readdirSync(desk.folder).filter((name) => name !== 'ledger.jsonl')
    expect(files).toContain('journal.db')
    for (const name of files) expect(found(readFileSync(join(desk.folder, name)).toString('latin1')), name).toEqual([])
  })
})
