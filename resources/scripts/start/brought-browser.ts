// The path of a browser that an earlier start installed (`bring-browser.ts`).
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { chromium } from 'playwright-core'
import { root } from '../common.mjs'

/** The folder of the windowless browser, and the file in it that starts it. */
export const FOLDER = join(root, '.cache', 'browser')
export const WINDOWLESS = 'chromium-without-window'

/** Path of the browser that an earlier start installed, with a window or without, or null. */
export function broughtBrowser(kind: 'window' | 'headless'): string | null {
  const path = kind === 'headless' ? join(FOLDER, WINDOWLESS) : chromium.executablePath()
  return existsSync(path) ? path : null
}
