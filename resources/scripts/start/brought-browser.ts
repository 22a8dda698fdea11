// Where a browser lies that an earlier start brought (`bring-browser.ts`).
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { chromium } from 'playwright-core'
import { root } from '../common.mjs'

/** Folder of the browser without a window, and the name of the file in it that starts it. */
export const FOLDER = join(root, '.cache', 'browser')
export const WINDOWLESS = 'chromium-without-window'

/** Path of the browser that an earlier start brought, with a window or without, or null. */
export function broughtBrowser(kind: 'window' | 'headless'): string | null {
  const path = kind === 'headless' ? join(FOLDER, WINDOWLESS) : chromium.executablePath()
  return existsSync(path) ? path : null
}
