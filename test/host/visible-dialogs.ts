// A person's answers to the application's dialogs in the visible window, by the browser's own dialog boxes.
import { homedir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright-core'

interface DialogOptions {
  title?: string
  message?: string
  detail?: string
  buttons?: string[]
  cancelId?: number
  defaultId?: number
  defaultPath?: string
  properties?: string[]
}

const lines = (...texts: (string | undefined)[]) => texts.filter(Boolean).join('\n\n')

const prepared = new WeakSet<Page>()

/** Undefined: cancelled. */
export async function askInWindow(page: Page, kind: string, given: unknown): Promise<object | undefined> {
  const options = given as DialogOptions
  // With a listener that does nothing, the box stays until the person answers it.
  if (!prepared.has(page)) page.on('dialog', () => {})
  prepared.add(page)
  if (kind === 'showMessageBox') return await askMessage(page, options)
  const saving = kind === 'showSaveDialog'
  const folder = options.properties?.includes('openDirectory') === true
  const question = lines(options.title ?? options.message, saving ? 'Save as (full path):' : folder ? 'Folder (full path):' : 'Open the file (full path):')
  const proposed = saving ? join(homedir(), options.defaultPath ?? 'file') : ''
  const path = await page.evaluate(([text, value]) => prompt(text, value), [question, proposed] as const)
  if (!path) return undefined
  return saving ? { canceled: false, filePath: path } : { canceled: false, filePaths: [path] }
}

/** One button is a notice, two are a question; with more, the person types the number. */
async function askMessage(page: Page, { title, message, detail, buttons = ['OK'], cancelId = 0, defaultId = 0 }: DialogOptions) {
  const text = lines(title, message, detail)
  if (buttons.length === 1) {
    await page.evaluate((shown) => { alert(shown) }, text)
    return { response: 0, checkboxChecked: false }
  }
  if (buttons.length === 2) {
    const other = 1 - cancelId
    const question = lines(text, `OK: ${buttons[other]}. Cancel: ${buttons[cancelId]}.`)
    const agreed = await page.evaluate((shown) => confirm(shown), question)
    return { response: agreed ? other : cancelId, checkboxChecked: false }
  }
  const choices = buttons.map((label, index) => `${index + 1}: ${label}`).join('\n')
  const question = [lines(text, choices), String(defaultId + 1)] as const
  const typed = await page.evaluate(([shown, value]) => prompt(shown, value), question)
  const chosen = Number(typed) - 1
  return { response: buttons[chosen] === undefined ? cancelId : chosen, checkboxChecked: false }
}
