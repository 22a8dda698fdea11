// Batches from pasted rows: check, review, one confirmation, result.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { text } from '../../support/texts.ts'
import { go } from './console.ts'
import { answerDialog, freshFolder, type Launched } from './launch.ts'

interface Listed { profile: { id: string } }
interface Answer { ok: boolean; value: { activeId: string; profiles: Listed[] } }
interface Window { gatewayConsole: { call: Record<string, (input: unknown) => Promise<Answer>> } }

/** Removes the rate limit for batches of the active sandbox profile. */
export async function unlimitedPace(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const { call } = (globalThis as unknown as Window).gatewayConsole
    const { value: { activeId, profiles } } = await call['profiles.list']!(null)
    const { id, ...draft } = profiles.find(({ profile }) => profile.id === activeId)!.profile
    const saved = await call['profiles.save']!({ id, draft: { ...draft, batches: { perSecond: null, atOnce: 4 } } })
    if (!saved.ok) throw new Error(JSON.stringify(saved))
  })
}

/** Pastes rows on the screen of a new batch and waits for their check. */
export async function pasteRows(page: Page, rows: string): Promise<void> {
  await page.evaluate((pasted) => {
    const clipboardData = new DataTransfer()
    clipboardData.setData('text/plain', pasted)
    document.body.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
  }, rows)
  await page.getByRole('table', { name: text('batches.check.list') }).waitFor({ timeout: 60_000 })
}

/** Opens the check of these rows, from any screen. */
export async function openCheck(page: Page, rows: string): Promise<void> {
  await go(page, 'batches')
  await page.getByRole('link', { name: text('batches.create') }).click()
  await page.getByRole('heading', { name: text('batches.source.title'), level: 1 }).waitFor()
  await pasteRows(page, rows)
}

/** Reviews and confirms the open check, and waits for the page of the batch. */
export async function sendRows(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Review \d/ }).click()
  await page.getByRole('dialog', { name: text('batches.review.name') }).getByRole('button', { name: /^Send \d/ }).click()
  await page.getByRole('table', { name: text('batches.run.list') }).waitFor({ timeout: 60_000 })
}

/** Waits until the open batch has ended. */
export async function batchEnded(page: Page): Promise<void> {
  await page.locator('h1').filter({ hasText: text('batches.run.state.ended') }).waitFor({ timeout: 150_000 })
}

/** Saves the result of the open batch as CSV and returns its lines. */
export async function savedResult({ app, page }: Pick<Launched, 'app' | 'page'>): Promise<readonly string[]> {
  const filePath = join(freshFolder('batch-result'), 'result.csv')
  await answerDialog(app, 'showSaveDialog', { canceled: false, filePath })
  await page.getByRole('button', { name: text('batches.run.save') }).click()
  await page.getByRole('menuitem', { name: text('batches.run.csv') }).click()
  await page.getByText(text('batches.run.saved', { fileName: 'result.csv' })).first().waitFor({ timeout: 60_000 })
  return readFileSync(filePath, 'utf8').trim().split(/\r?\n/)
}
