import type { Page } from 'playwright-core'

const mostLines = 35

/** What a page shows, as a screen reader meets it: its address, and the open dialog or else the page's own part. */
export async function shownBy(page: Page): Promise<string> {
  const candidates = [page.getByRole('dialog').first(), page.getByRole('main'), page.locator('body')]
  try {
    for (const part of candidates) {
      if (await part.count() === 0) continue
      const lines = (await part.ariaSnapshot({ timeout: 5_000 })).split('\n').slice(0, mostLines)
      return [`The page then, at "${new URL(page.url()).hash}":`, ...lines].join('\n')
    }
    return 'The page was empty.'
  } catch (error) {
    return `What the page showed could not be read: ${String(error)}`
  }
}
