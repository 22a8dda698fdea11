import type { Page } from 'playwright-core'

const mostLines = 35

/** Describes a page: its address, and the accessibility tree of the open dialog or else of the main part. */
export async function describePage(page: Page): Promise<string> {
  const candidates = [page.getByRole('dialog').first(), page.getByRole('main'), page.locator('body')]
  try {
    for (const part of candidates) {
      if (await part.count() === 0) continue
      const lines = (await part.ariaSnapshot({ timeout: 5_000 })).split('\n').slice(0, mostLines)
      return [`The page at "${new URL(page.url()).hash}":`, ...lines].join('\n')
    }
    return 'The page is empty.'
  } catch (error) {
    return `The page could not be read: ${String(error)}`
  }
}
