// Reports when the frames of a page load and when all of them have finished, as `webContents` does.
import type { Page, Request } from 'playwright-core'

export class Loading {
  private readonly page: Page
  private readonly notify: (name: 'did-start-loading' | 'did-stop-loading') => void
  private readonly underWay = new Set<Request>()
  private loading = false
  private turn = 0

  constructor(page: Page, notify: (name: 'did-start-loading' | 'did-stop-loading') => void) {
    this.page = page
    this.notify = notify
    page.on('request', (request) => {
      if (!request.isNavigationRequest()) return
      this.underWay.add(request)
      this.begin()
    })
    const ended = (request: Request) => { if (this.underWay.delete(request)) void this.settle() }
    page.on('requestfinished', ended)
    page.on('requestfailed', ended)
    page.on('framenavigated', () => {
      this.begin()
      void this.settle()
    })
    page.on('framedetached', () => { void this.settle() })
  }

  private begin(): void {
    this.turn += 1
    if (this.loading) return
    this.loading = true
    this.notify('did-start-loading')
  }

  /** Waits for the current frames; a frame that starts in the meantime is waited for separately. */
  private async settle(): Promise<void> {
    const turn = ++this.turn
    const frames = this.page.frames().filter((frame) => !frame.isDetached())
    await Promise.allSettled(frames.map((frame) => frame.waitForLoadState('load', { timeout: 0 })))
    if (turn !== this.turn || this.underWay.size > 0 || !this.loading) return
    this.loading = false
    this.notify('did-stop-loading')
  }
}
