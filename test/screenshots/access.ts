// Pictures of the lock, taken last, because the desk is protected from then on.
import type { Page } from 'playwright-core'
import { go } from '../e2e/support/console.ts'
import { fillProductionProfile, lock, passphrase, setPassphrase, unlock, wrongPassphrase } from '../e2e/support/access.ts'
import type { RunningApp } from '../e2e/support/launch.ts'
import { startOverPhrase } from '../../shared/model/history/start-over.ts'
import { text } from '../support/texts.ts'

/** A picture: its name and the steps to it from any screen. */
export type Picture = readonly [name: string, walk: (page: Page, app: RunningApp) => Promise<void>]

const save = (page: Page) => page.getByRole('button', { name: text('common.save'), exact: true })

export const accessPictures: readonly Picture[] = [
  ['access-unprotected', (page) => go(page, 'access')],
  ['profile-limits', async (page) => {
    await fillProductionProfile(page)
    await page.getByRole('button', { name: text('profiles.limits.add') }).click()
    await page.getByLabel(text('profiles.limits.charge'), { exact: true }).fill('1,000')
    await page.getByLabel(text('profiles.limits.refundsOfADay'), { exact: true }).fill('2500.00')
    await save(page).click()
    const meant = { first: '1000', second: '1.00' }
    await page.getByText(text('profiles.problem.amounts-meant', meant)).first().scrollIntoViewIfNeeded()
  }],
  ['set-up-passphrase', async (page) => {
    await page.getByLabel(text('profiles.limits.charge'), { exact: true }).fill('1000.00')
    await save(page).click()
    const dialog = page.getByRole('dialog', { name: text('access.setUp.title') })
    await dialog.getByLabel(text('access.newPassphrase'), { exact: true }).fill('John Smith 12')
    await dialog.getByText(text('access.strength.notEnough')).waitFor()
  }],
  ['profile-saved-after-it', async (page, app) => {
    await setPassphrase(page, app)
    await page.getByRole('heading', { name: text('profiles.formEdit', { name: 'Acme live' }) }).waitFor()
  }],
  ['person', async (page) => {
    await go(page, 'access')
    await page.getByRole('button', { name: text('access.persons.add') }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel(text('access.name'), { exact: true }).fill('Otto Weber')
    await dialog.getByLabel(text('access.newPassphrase'), { exact: true }).fill(passphrase)
    await dialog.getByLabel(text('access.repeatPassphrase'), { exact: true }).fill(passphrase)
    await dialog.getByText(text('access.strength.enough')).waitFor()
  }],
  ['access', async (page) => {
    await page.getByRole('button', { name: text('access.persons.addAction') }).click()
    await page.getByText('Otto Weber').first().waitFor()
    await page.getByRole('dialog').waitFor({ state: 'detached' })
  }],
  ['change-passphrase', (page) => page.getByRole('button', { name: text('access.you.change') }).click()],
  ['settings', async (page) => {
    await page.keyboard.press('Escape')
    await go(page, 'maintenance')
    await page.getByRole('heading', { name: text('maintenance.settings.title') }).scrollIntoViewIfNeeded()
  }],
  ['locked', (page) => lock(page)],
  ['locked-wrong-passphrase', async (page) => {
    await page.getByLabel(text('access.name'), { exact: true }).selectOption({ label: 'Ada Keller' })
    await page.getByLabel(text('access.passphrase'), { exact: true }).fill('not this one')
    await page.keyboard.press('Enter')
    await wrongPassphrase(page).waitFor()
  }],
  ['step-up', async (page, app) => {
    await page.getByRole('button', { name: text('access.lock.unlock'), disabled: false }).waitFor()
    await unlock(page)
    // Six minutes later the last passphrase is too old.
    await app.evaluate(() => {
      const real = performance.now.bind(performance)
      performance.now = () => real() + 6 * 60_000
    })
    await go(page, 'access')
    await save(page).click()
    await page.getByRole('dialog', { name: text('access.proof.title') }).waitFor()
  }],
  ['access-of-an-operator', async (page) => {
    await page.keyboard.press('Escape')
    await lock(page)
    await page.getByLabel(text('access.name'), { exact: true }).selectOption({ label: 'Otto Weber' })
    await unlock(page)
    await go(page, 'access')
    await page.getByText(text('access.onlyAdministrators.persons')).waitFor()
  }],
  ['profiles-of-an-operator', (page) => go(page, 'profiles')],
  ['locked-forgotten', async (page) => {
    await lock(page)
    await page.getByRole('button', { name: text('access.lock.forgotten') }).click()
    await page.getByRole('button', { name: text('access.startOver.open') }).waitFor()
  }],
  ['start-over', async (page) => {
    await page.getByRole('button', { name: text('access.startOver.open') }).click()
    const phrase = page.getByLabel(text('access.startOver.phrase', { phrase: startOverPhrase }), { exact: true })
    await phrase.fill('start')
    await page.getByRole('button', { name: text('access.startOver.action') }).click()
    await page.getByText(text('access.startOver.phraseProblem', { phrase: startOverPhrase })).waitFor()
    await phrase.fill(startOverPhrase)
  }],
  ['start-over-asks', async (page, app) => {
    // A message box that stays open.
    await app.evaluate(({ dialog }) => {
      Object.assign(dialog, { showMessageBox: () => new Promise((resolve) => {
        Object.assign(globalThis, { answerBox: () => { resolve({ response: 1 }) } })
      }) })
    })
    await page.keyboard.press('Enter')
    await page.getByText(text('access.outside.title')).waitFor()
  }],
  ['started-over', async (page, app) => {
    await app.evaluate(() => { (globalThis as unknown as { answerBox: () => void }).answerBox() })
    await go(page, 'access')
    await page.getByRole('button', { name: text('access.setUp.open') }).first().waitFor()
  }],
]
