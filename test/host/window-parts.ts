// What a window of the stand-in is made of.
import type { BrowserContext, Page } from 'playwright-core'
import type { Addresses } from './address.ts'
import type { Line } from './line.ts'

/** What happens in a window that a test wants to know. */
interface Observer {
  /** An error of the preload or the page, a violation of the CSP among them. */
  error(text: string): void
  /** A request that the application cancelled or that would have left the machine. */
  blocked(url: string): void
}

export interface WindowParts {
  id: number
  page: Page
  context: BrowserContext
  line: Line
  addresses: Addresses
  observer: Observer
  visible: boolean
  devOrigin: string | null
}
