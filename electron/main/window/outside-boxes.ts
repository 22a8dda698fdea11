import { setTimeout as pause } from 'node:timers/promises'
import type { BrowserWindow, Dialog } from 'electron'
import { inWrittenOrder } from '#shared/text-direction.ts'
import { shownLines } from '../../common/boxes/outside-question.ts'
import type { System } from '../../desk/services.ts'

/** Longer than the double click time of any system. */
const pauseBetweenBoxesMs = 1_000

/** Message boxes of the system for questions outside the page, one at a time. */
export interface OutsideBoxes {
  /** See `System`. Returns false at once while another box is open or waits to open. */
  readonly confirm: System['confirm']
  /** Closes the open box like Cancel. */
  readonly dismiss: () => void
}

/** Creates the boxes of a window. */
export function createOutsideBoxes(dialog: Pick<Dialog, 'showMessageBox'>, window: BrowserWindow): OutsideBoxes {
  let asking: AbortController | null = null
  let closedAt = -Infinity
  return {
    async confirm({ question, details, action }, lastsMs) {
      // SECURITY: one box at a time, so that a page cannot hide an important one among others.
      if (asking !== null) return false
      const controller = new AbortController()
      asking = controller
      try {
        // SECURITY: the second click of a double click must not answer a box that the person has not read.
        const waitMs = Math.max(0, closedAt + pauseBetweenBoxesMs - performance.now())
        await pause(waitMs, undefined, { signal: controller.signal }).catch(() => undefined)
        if (controller.signal.aborted) return false
        const { response } = await dialog.showMessageBox(window, {
          type: 'warning', title: 'Gateway Console', message: question,
          detail: details.flatMap(shownLines).map(inWrittenOrder).join('\n'),
          // SECURITY: a person who is typing while the box appears must not confirm it by accident.
          buttons: ['Cancel', action], defaultId: 0, cancelId: 0, noLink: true,
          signal: AbortSignal.any([AbortSignal.timeout(lastsMs), controller.signal]),
        })
        closedAt = performance.now()
        return response === 1
      } finally {
        asking = null
      }
    },
    dismiss() { asking?.abort() },
  }
}
