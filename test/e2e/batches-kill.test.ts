import { describe, expect, it } from 'vitest'
import { charges, textOf } from '../support/fixtures/batch-rows.ts'
import { text } from '../support/texts.ts'
import { batchEnded, openCheck, savedResult, sendRows, unlimitedPace } from './support/batches.ts'
import { freshFolder } from './support/launch.ts'
import { ledgerOf } from './support/ledger.ts'
import { specs } from './support/specs.ts'

const { skipped, open } = specs('batches-kill.test.ts')
const count = 200
const inTime = { timeout: 60_000 }

describe.skipIf(skipped)('a batch that is killed in the middle', () => {
  it('is shown on Today with its reason, resumes with one button, and sends no row twice', async () => {
    const userData = freshFolder()
    const sent = () => ledgerOf(userData).flatMap(({ order }) => order?.merchantOrderId ?? [])
    const first = await open({ userData })
    await unlimitedPace(first.page)
    const rows = charges(count, (row) => ({ cardReference: row % 20 === 7 ? '1000002' : '1000001' }))
    await openCheck(first.page, textOf('recurrent-payment', rows))
    await sendRows(first.page)
    await expect.poll(() => sent().length, { ...inTime, interval: 20 }).toBeGreaterThan(20)
    await first.app.kill()
    const before = sent().length
    expect(before).toBeLessThan(count)

    const second = await open({ userData })
    const { page } = second
    await page.getByRole('button', { name: text('today.batch.open') }).or(page.getByRole('link', { name: text('today.batch.open') })).first().click()
    await page.getByText(text('batches.run.why.application-ended.title')).waitFor(inTime)
    expect(sent()).toHaveLength(before)
    await page.getByRole('button', { name: /^Go on/ }).click()
    await batchEnded(page)
    // A row that was being sent at the kill may not have reached the gateway. It stays unknown and is not sent again.
    const ids = sent()
    const missing = rows.filter(({ merchantOrderId }) => !ids.includes(merchantOrderId!))
    expect(new Set(ids).size).toBe(ids.length)
    expect(missing.length).toBeLessThanOrEqual(4)
    const declined = rows.filter(({ cardReference }) => cardReference === '1000002')
    const approved = count - declined.length - missing.filter((row) => !declined.includes(row)).length
    await expect.poll(() => page.getByRole('button', { name: /^Approved/ }).textContent(), inTime).toContain(String(approved))

    const lines = await savedResult(second)
    expect(lines.filter((line) => /,approved,/i.test(line))).toHaveLength(approved)
    for (const { merchantOrderId } of rows) {
      const line = lines.find((one) => one.startsWith(`${merchantOrderId},`))
      expect(line).toMatch(ids.includes(merchantOrderId!) ? /,(?:approved|declined),/i : /,unknown,/i)
    }
  }, 240_000)
})
