// The parts of a window of the stand-in.
import type { BrowserContext, Page } from 'playwright-core'
import type { Addresses } from './address.ts'
import type { Line } from './line.ts'

/** Receives the events of a window that tests check. */
interface Observer {
  /** An error of the preload or the page, including violations of the CSP. */
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
