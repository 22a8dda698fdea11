// A laptop of 1366 by 768 pixels at 125 %: its work area is lower than the window's usual minimum.
import { afterEach, describe, expect, it } from 'vitest'
import { NO_KEYRING } from '../host/keyring.ts'
import { closeAll, freshFolder, hostMissing, launch, onElectron } from './support/launch.ts'

const missing = hostMissing()
const skipped = missing !== null || onElectron
if (skipped) console.log(`SKIPPED the window on a small display: ${missing ?? 'only the stand-in can simulate a display'}`)

const small = { x: 0, y: 0, width: 1093, height: 574 }

describe.skipIf(skipped)('the window on a small display', () => {
  afterEach(closeAll)

  it('fits into it, can be resized to it, and has its usual minimum on a larger one', async () => {
    const { app, page } = await launch({ userData: freshFolder(), env: NO_KEYRING, workArea: small })
    await page.getByRole('heading', { level: 1 }).waitFor()
    expect(await app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.getBounds())).toEqual(small)
    expect(await page.evaluate(() => [innerWidth, innerHeight])).toEqual([1093, 574])
    const minimum = () => app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.getMinimumSize())
    expect(await minimum()).toEqual([1024, 574])
    await app.evaluate(({ BrowserWindow, screen }) => {
      Object.assign(screen, { getDisplayMatching: () => ({ workArea: { x: 0, y: 0, width: 1920, height: 1040 } }) })
      BrowserWindow.getAllWindows()[0]?.setBounds({ x: 40 })
    })
    expect(await minimum()).toEqual([1024, 640])
  })
})
