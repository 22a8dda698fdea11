import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import type { EntryId } from '#shared/brands.ts'
import { defaultSettings } from '#shared/model/application/settings.ts'
import { badgeText, noticeText } from '#shared/notice-texts.ts'
import { success } from '#shared/result.ts'
import { createNotices } from '../../../electron/desk/notices.ts'
import type { Services } from '../../../electron/desk/services.ts'
import { applicationId } from '../../../electron/main/installation/application-id.ts'
import { badgePicture } from '../../../electron/main/notices/badge-picture.ts'

const entry = (id: string): EntryId => id as EntryId

/** A system whose time passes on request. Entries of one order: `sale` and `refund`. */
function desk({ notices = true, inFront = null }: { notices?: boolean; inFront?: string | null } = {}) {
  let now = 0
  let due: { at: number; run: () => void }[] = []
  const shown: { text: string; click: () => void }[] = []
  const opened: unknown[] = []
  const created = createNotices({
    settings: { read: () => ({ ...defaultSettings, notices }) },
    journal: {
      entry: async ({ entryId }: { entryId: EntryId }) => success({ row: {
        orderId: ['sale', 'refund'].includes(entryId) ? '77' : `order of ${entryId}`, merchantKey: 'shop',
      } }),
    },
    system: {
      monotonic: () => now, pageInFront: () => inFront,
      showNotice: (text: string, click: () => void) => { shown.push({ text, click }) },
      schedule: (delay: number, run: () => void) => {
        due.push({ at: now + delay, run })
        return () => { due = [] }
      },
    },
  } as unknown as Services, (view) => { opened.push(view) })
  return {
    ...created, shown, opened,
    texts: () => shown.map(({ text }) => text),
    async pass(milliseconds: number) {
      await new Promise((resolve) => { setImmediate(resolve) })
      now += milliseconds
      const ready = due.filter(({ at }) => at <= now)
      due = due.filter(({ at }) => at > now)
      for (const { run } of ready) run()
    },
  }
}

describe('notices of the system', () => {
  it('are combined into one for a burst, and further ones wait', async () => {
    const { paymentEnded, outcomeResolved, pass, texts } = desk()
    for (const id of ['a', 'b', 'b']) paymentEnded(entry(id))
    outcomeResolved(entry('c'))
    await pass(3_000)
    expect(texts()).toEqual([noticeText({ payments: 2, outcomes: 1, followUps: 0 })])
    paymentEnded(entry('d'))
    await pass(3_000)
    paymentEnded(entry('e'))
    await pass(50_000)
    expect(texts()).toHaveLength(1)
    await pass(10_000)
    expect(texts().slice(1)).toEqual([noticeText({ payments: 2, outcomes: 0, followUps: 0 })])
  })

  it('link to a single payment, or to the home screen for several items', async () => {
    const { paymentEnded, followUpsDue, pass, shown, opened } = desk()
    paymentEnded(entry('a'))
    await pass(3_000)
    shown[0]!.click()
    paymentEnded(entry('b'))
    followUpsDue(['f'])
    await pass(60_000)
    shown[1]!.click()
    expect(opened).toEqual([{ view: 'payment', entryId: 'a' }, { view: 'today' }])
  })

  it('are not shown about the payment in front, by any of its entries, nor when they are turned off', async () => {
    const front = desk({ inFront: '/payment/sale' })
    for (const id of ['sale', 'refund', 'another']) front.paymentEnded(entry(id))
    await front.pass(3_000)
    expect(front.texts()).toEqual([noticeText({ payments: 1, outcomes: 0, followUps: 0 })])
    const off = desk({ notices: false })
    off.paymentEnded(entry('a'))
    off.followUpsDue(['f', 'g'])
    await off.pass(3_000)
    expect(off.texts()).toEqual([])
  })

  it('are shown once for each follow-up, and not while the home screen lists it', async () => {
    const { followUpsDue, pass, texts } = desk()
    followUpsDue(['f', 'g'])
    await pass(3_000)
    for (const ids of [['f', 'g'], ['g'], [], ['g', 'h']]) followUpsDue(ids)
    await pass(60_000)
    expect(texts()).toEqual([2, 1].map((followUps) => noticeText({ payments: 0, outcomes: 0, followUps })))
    const onToday = desk({ inFront: '/today' })
    onToday.followUpsDue(['f'])
    await onToday.pass(3_000)
    expect(onToday.texts()).toEqual([])
  })

  it('are shown after an unlock about a follow-up whose notice a lock dropped', async () => {
    const { followUpsDue, drop, pass, texts } = desk()
    followUpsDue(['f'])
    drop()
    await pass(60_000)
    expect(texts()).toEqual([])
    followUpsDue(['f'])
    await pass(60_000)
    expect(texts()).toHaveLength(1)
  })

  it('have texts with counts only', () => {
    const some = [0, 1, 2]
    const counts = some.flatMap((payments) =>
      some.flatMap((outcomes) => some.map((followUps) => ({ payments, outcomes, followUps }))))
    for (const text of counts.map(noticeText)) expect(text).toMatch(/^(?:(?:An?|2) [a-z -]+\. ?)*$/)
  })
})

it('the application has one id, by which Windows shows its notices', () => {
  expect(readFileSync('electron-builder.yml', 'utf8')).toContain(`appId: ${applicationId}\n`)
})

it('the badge has a picture of each number from 1 to 9, and one for more', () => {
  const pictures = Array.from({ length: 12 }, (_, index) => badgePicture(index + 1).toString('base64'))
  expect(new Set(pictures).size).toBe(10)
  expect(badgeText(1)).not.toBe(badgeText(2))
})
