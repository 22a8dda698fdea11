/** The time from an application's start to its first usable screen, in the stand-in. */
import type { BrowserContext } from 'playwright-core'
import { launchHeadless } from '../../host/browser.ts'
import { ElectronHost, type HostOptions } from '../../host/host.ts'

/** Milliseconds until a form is painted whose field and button are enabled. */
export interface FirstScreen {
  /** From the start of the browser, which Electron's binary includes. */
  readonly whole: number
  /** From the start of main's process, with a running browser. */
  readonly ofMain: number
}

/** By the wall clock, which all processes share; more precise than a millisecond. */
const now = (): number => performance.timeOrigin + performance.now()

/**
 * Starts an application in its own browser and ends both when its first screen is usable, after `act`. Rejects if
 * the application ends before.
 */
export async function firstScreen(
  application: Pick<HostOptions, 'appPath' | 'env'>, act: (app: ElectronHost) => Promise<void> = async () => {},
): Promise<FirstScreen> {
  const began = now()
  const browser = await launchHeadless()
  try {
    const context = await browser.newContext()
    await watchForms(context)
    const reported = usableAt(context)
    const app = new ElectronHost({ ...application, context })
    const at = await Promise.race([reported, app.exited])
    if (at === null || at < began) throw new Error(`the application ended with ${at}:\n${app.output.join('')}`)
    const ofMain = at - await app.evaluate(() => performance.timeOrigin)
    await act(app)
    await app.close()
    return { whole: at - began, ofMain }
  } finally {
    await browser.close()
  }
}

/** A form that can be filled in and sent, or the home screen once all of its data was read. */
const usableScreen = 'body:has(form input:enabled):has(button[type=submit]:enabled), body:has([data-ready])'
const mark = 'first screen at '

/** Each page of the context reports on its console when a usable form was passed on to be painted. */
async function watchForms(context: BrowserContext): Promise<void> {
  await context.addInitScript(({ form, mark }) => {
    const observer = new MutationObserver(() => {
      if (document.querySelector(form) === null) return
      observer.disconnect()
      // The task after the frame's own work runs once the frame is passed on to be painted.
      requestAnimationFrame(() => {
        setTimeout(() => { console.log(mark + (performance.timeOrigin + performance.now())) })
      })
    })
    observer.observe(document, { subtree: true, childList: true, attributes: true })
  }, { form: usableScreen, mark })
}

function usableAt(context: BrowserContext): Promise<number> {
  return new Promise((resolve) => {
    context.on('console', (message) => {
      if (message.text().startsWith(mark)) resolve(Number(message.text().slice(mark.length)))
    })
  })
}
