// Pictures of a key's lifecycle.
import type { Page } from 'playwright-core'
import { passphrase } from '../e2e/support/access.ts'
import { go } from '../e2e/support/console.ts'
import { text } from '../support/texts.ts'
import type { Picture } from './access.ts'

const name = 'Desk 2026'

async function choose(page: Page, action: 'back-up' | 'use' | 'retire' | 'remove'): Promise<void> {
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await page.getByRole('button', { name: text('keys.more', { name }) }).click()
  await page.getByRole('menuitem', { name: text(`keys.life.menu.${action}`) }).click()
  await page.getByRole('dialog').waitFor()
}

export const keyPictures: readonly Picture[] = [
  ['key', async (page) => {
    await go(page, 'keys')
    await page.getByRole('button', { name: text('keys.make') }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel(text('keys.name'), { exact: true }).fill(name)
    await dialog.getByLabel(text('keys.environment'), { exact: true }).selectOption('sandbox')
    await dialog.getByRole('radio').first().check()
    await dialog.getByRole('button', { name: text('keys.generateAction'), exact: true }).click()
    await page.getByRole('article', { name }).waitFor({ timeout: 60_000 })
  }],
  ['key-use', (page) => choose(page, 'use')],
  ['key-retire', (page) => choose(page, 'retire')],
  ['key-destroy', (page) => choose(page, 'remove')],
  ['key-back-up-empty', (page) => choose(page, 'back-up')],
  ['key-back-up', async (page) => {
    await choose(page, 'back-up')
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel(text('access.newPassphrase'), { exact: true }).fill(passphrase)
    await dialog.getByText(text('access.strength.enough')).waitFor()
  }],
]
