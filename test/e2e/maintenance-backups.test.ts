import { closeSync, copyFileSync, openSync, readdirSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { go } from './support/console.ts'
import { expectNoErrors, specs } from './support/specs.ts'
import { answerDialog, freshFolder } from './support/launch.ts'
import { charged } from './support/pay.ts'
import { text, textPattern } from '../support/texts.ts'

const { skipped, open } = specs('maintenance-backups.test.ts')
const inTime = { timeout: 30_000 }

/** Waits for this number of charges in the history, which may still be reading restored entries. */
async function expectCharges(page: Page, count: number): Promise<void> {
  await go(page, 'history')
  const charges = page.getByRole('table', { name: text('history.list') }).getByRole('link', { name: textPattern('shell.navigation.recurrentPayment') })
  await expect.poll(() => charges.count(), inTime).toBe(count)
}

describe.skipIf(skipped)('the files of the history', () => {
  it('are backed up and restored; later entries are kept, also after a restart', async () => {
    const userData = freshFolder()
    const first = await open({ userData })
    await charged(first.page, 'approved')
    await go(first.page, 'maintenance')
    await first.page.getByRole('button', { name: text('maintenance.backups.backUp') }).click()
    const backup = first.page.getByRole('list', { name: text('maintenance.backups.title') }).getByRole('listitem')
    await backup.first().waitFor(inTime)
    await charged(first.page, 'approved', { amount: '7.20' })

    await go(first.page, 'maintenance')
    await answerDialog(first.app, 'showMessageBox', { response: 1 })
    await first.page.getByRole('button', { name: /^Restore the backup of/ }).click()
    await first.page.getByRole('dialog').getByRole('button', { name: text('maintenance.backups.action'), exact: true }).click()
    await first.page.getByText(text('maintenance.backups.done.restore')).waitFor(inTime)
    await expectCharges(first.page, 2)
    expectNoErrors(first)
    await first.close()
    expect(readdirSync(userData).some((name) => name.startsWith('journal.replaced-'))).toBe(true)

    const second = await open({ userData })
    await expectCharges(second.page, 2)
  })

  it('are reported on every screen if damaged, and their entries are recovered', async () => {
    const userData = freshFolder()
    const journal = join(userData, 'journal.sqlite')
    const first = await open({ userData })
    await charged(first.page, 'approved')
    await first.close()
    const whole = join(userData, 'whole')
    copyFileSync(journal, whole)
    const file = openSync(journal, 'r+')
    writeSync(file, Buffer.alloc(100, 0x5a), 0, 100, 0)
    closeSync(file)

    const second = await open({ userData })
    const { page } = second
    const warning = page.getByRole('alert').filter({ hasText: text('shell.history.unknown') })
    await warning.waitFor()
    await go(page, 'recurrentPayment')
    await warning.waitFor()
    await warning.getByRole('link', { name: text('shell.history.damaged.open') }).click()
    await page.getByRole('button', { name: textPattern('maintenance.quarantined.salvageNamed') }).click()
    await page.getByText('This file cannot be used.').waitFor(inTime)

    // The disk is repaired: the file can be read.
    const quarantined = readdirSync(userData).find((name) => /^journal\.damaged-.*\.sqlite$/.test(name))
    copyFileSync(whole, join(userData, quarantined ?? expect.fail('no file was quarantined')))
    await page.getByRole('button', { name: textPattern('maintenance.quarantined.salvageNamed') }).click()
    await page.getByText(text('maintenance.backups.done.salvage')).waitFor(inTime)
    await warning.waitFor({ state: 'detached' })
    await expectCharges(page, 1)
    expectNoErrors(second)
  })
})
