import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, describe, expect, it, onTestFinished } from 'vitest'
import { createGatewayClient } from '../../../electron/gateway/client.ts'
import { smallDisk } from '../journal/small-disk.ts'
import { passUntil } from './batches/support.ts'
import { ledgerElsewhere } from './ledger-elsewhere.ts'
import { chargeForm, closeAll, open, type TestDesk } from './support.ts'

afterEach(closeAll)

const review = (desk: TestDesk) => desk.call('payments.review', chargeForm(desk, { orderDescription: 'x'.repeat(20_000) }))
const confirmed = ({ intentId }: { intentId: string }) =>
  ({ intentId: intentId as never, reason: 'as agreed', acceptUnverifiedCard: true })

describe('on a full disk', () => {
  it('nothing is sent, the person sees why, and it works again when there is space', async (context) => {
    const disk = smallDisk(context, '8m')
    ledgerElsewhere(disk.folder)
    const desk = await open({ folder: disk.folder })
    await desk.call('payments.submit', confirmed(await review(desk)))
    disk.fill(0)
    // SQLite has already claimed space for a few more.
    let refusal: unknown = null
    let sent = 1
    for (let tried = 0; refusal === null && tried < 200; tried += 1) {
      const reviewed = await review(desk)
      const before = desk.ordersInLedger().length
      try {
        await desk.call('payments.submit', confirmed(reviewed))
        sent += 1
      } catch {
        expect(desk.ordersInLedger()).toHaveLength(before)
        refusal = await desk.refused('payments.submit', confirmed(await review(desk)))
      }
    }
    expect(refusal).toEqual({ code: 'journal-unwritable', detail: expect.stringMatching(/^(The disk is full|Reading or writing the disk failed)\./) })
    expect(desk.ordersInLedger()).toHaveLength(sent)
    disk.makeRoom()
    await desk.call('payments.submit', confirmed(await review(desk)))
    expect(desk.ordersInLedger()).toHaveLength(sent + 1)
  })

  it('a received result is shown with a warning, and its entry is unknown after the next start', async (context) => {
    const disk = smallDisk(context, '8m')
    let charges = 0
    // Accepts the charge, and fills the disk before it replies.
    const server = createServer((request, response) => {
      request.resume().on('end', () => {
        if (request.url?.includes('/make-rebill-sale/') !== true) {
          response.end('type=validation-error\n')
          return
        }
        charges += 1
        disk.fill(0)
        response.end(`type=async-response\n&serial-number=1-2\n&gw-order-id=77\n&note=${'y'.repeat(250_000)}\n`)
      })
    })
    onTestFinished(() => { server.close() })
    await new Promise<void>((resolve) => { server.listen(0, '127.0.0.1', resolve) })
    const desk = await open({ folder: disk.folder })
    const profileId = await desk.addProfile('sandbox', 'Gateway elsewhere')
    const { profiles } = await desk.call('profiles.list', null)
    const { id, ...draft } = profiles.find((view) => view.profile.id === profileId)!.profile
    const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    await desk.call('profiles.save', { id, draft: { ...draft, gateway: { kind: 'address', baseUrl } } })
    await desk.call('profiles.storeSecret', { id, secret: desk.secret })

    const reviewed = await desk.call('payments.review', { ...chargeForm(desk), profileId })
    const answer = await desk.call('payments.submit', confirmed(reviewed))
    expect(answer).toMatchObject({ outcome: { kind: 'accepted' }, orderId: '77', notKept: expect.stringMatching(/disk/) })
    expect(charges).toBe(1)
    await desk.end()

    disk.makeRoom()
    const again = await open({ folder: disk.folder })
    expect((await again.call('history.entry', { entryId: answer.entryId })).row.state).toBe('unknown')
    expect(charges).toBe(1)
  })

  it('the status of a payment cannot be stored, and is checked again automatically until there is space', async (context) => {
    const disk = smallDisk(context, '8m')
    ledgerElsewhere(disk.folder)
    const desk = await open({ folder: disk.folder, processingMs: 1 })
    const { entryId } = await desk.call('payments.submit', confirmed(await review(desk)))
    const outcome = async () => (await desk.call('resolution.list', null)).find(({ row }) => row.entryId === entryId)
    disk.fill(0)
    await passUntil(desk, 5_000, async () => {
      const { cannotAsk, phase } = (await outcome())!
      return cannotAsk?.code === 'journal-unwritable' && phase === 'planned'
    })
    disk.makeRoom()
    await passUntil(desk, 30_000, async () => await outcome() === undefined)
    expect((await desk.call('history.entry', { entryId })).row.state).toBe('approved')
  })

  it('a received result is stored when there is space, also after a status check, and the payment has that result', async (context) => {
    const disk = smallDisk(context, '8m')
    ledgerElsewhere(disk.folder)
    const real = createGatewayClient({ resolveProxy: async () => 'DIRECT', userAgent: 'test' })
    const desk = await open({ folder: disk.folder, processingMs: 1, gateway: { ...real, async send(request) {
      const report = await real.send(request)
      if (request.operation === 'recurrent-payment') disk.fill(0)
      return report
    } } })
    const { entryId, notKept } = await desk.call('payments.submit', confirmed(await review(desk)))
    expect(notKept).toMatch(/disk/)
    const state = async () => (await desk.call('history.entry', { entryId })).row.state
    expect(await state()).toBe('sending')
    disk.makeRoom()
    await passUntil(desk, 1_000, async () => await state() === 'approved')
    expect(desk.ordersInLedger()).toHaveLength(1)
  })

  it('unfinished requests of an ended run become unknown when there is space, and are resolved', async (context) => {
    const disk = smallDisk(context, '8m')
    ledgerElsewhere(disk.folder)
    const real = createGatewayClient({ resolveProxy: async () => 'DIRECT', userAgent: 'test' })
    const desk = await open({ folder: disk.folder, gateway: { ...real, async send(request) {
      const report = await real.send(request)
      if (request.operation === 'recurrent-payment') await desk.endJournal()
      return report
    } } })
    const answer = await desk.call('payments.submit', confirmed(await review(desk)))
    await desk.end()
    disk.fill(0)
    const again = await open({ folder: disk.folder })
    const state = async () => (await again.call('history.entry', { entryId: answer.entryId })).row.state
    expect(await state()).toBe('sending')
    disk.makeRoom()
    await passUntil(again, 1_000, async () => await state() === 'approved')
    expect(again.ordersInLedger()).toHaveLength(1)
  })
})
