// Gateways on this computer, and profiles for them, entered on the screen.
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import type { ArmedFault } from '../../../electron/sandbox/faults/faults.ts'
import { readLedger, type LedgerLine } from '../../../electron/sandbox/orders/ledger.ts'
import { merchant } from '../../../electron/sandbox/requests/merchant.ts'
import { runSandbox } from '../../../electron/sandbox/run.ts'
import { fill, go } from './console.ts'
import { freshFolder } from './launch.ts'
import { moneyMoved } from './ledger.ts'
import { text } from '../../support/texts.ts'

/** All gateways of these tests have the same secret, so that they differ only in their address. */
const secret = 'SECRET-OF-ONE-ADDRESS'

export interface OwnGateway {
  readonly baseUrl: string
  /** The requests that it answered since its start, from its ledger. */
  requests(): readonly LedgerLine[]
  /** Operations that moved money, in their order of arrival. */
  carriedOut(): string[]
  armFault(fault: ArmedFault): void
  clearFaults(): void
}

const running: (() => Promise<void>)[] = []

/** Starts a gateway with its own ledger; `closeGateways` ends it. */
export async function ownGateway(): Promise<OwnGateway> {
  const ledgerPath = join(freshFolder('ledger'), 'ledger.jsonl')
  const started = await runSandbox({
    ledgerPath, productWord: 'gw', merchantControl: secret, publicKeyPem: null, port: 0, processingMs: 0,
  })
  if (!started.ok) throw new Error(started.failure.detail)
  const { description: { baseUrl }, armFault, clearFaults, close } = started.value
  running.push(close)
  const seeded = readLedger(ledgerPath).length
  const requests = () => readLedger(ledgerPath).slice(seeded)
  return {
    baseUrl, requests, armFault, clearFaults,
    carriedOut: () => moneyMoved(requests()),
  }
}

/** Ends all gateways. Call it after their applications were closed. */
export async function closeGateways(): Promise<void> {
  for (const close of running.splice(0)) await close()
}

/** The card of a profile on the screen "Profiles". */
export const profileCard = (page: Page, name: string) => page.getByRole('article', { name, exact: true })

/** Adds a profile and saves it; its form stays open. */
export async function saveProfile(page: Page, name: string, baseUrl: string): Promise<void> {
  await go(page, 'profiles')
  await page.getByRole('button', { name: text('profiles.add') }).click()
  await page.getByLabel(text('keys.environment'), { exact: true }).selectOption('sandbox')
  await fill(page, { 'Name': name, 'Merchant login': merchant.login, 'Endpoint id': merchant.endpointId })
  await fill(page, { 'Currency': merchant.currency, 'Base URL': baseUrl })
  await page.getByRole('button', { name: text('common.save'), exact: true }).click()
  await page.getByRole('heading', { name: `Edit ${name}` }).waitFor()
}

/** Stores the secret of the profile whose form is open. */
export async function enterSecret(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^(Set|Replace) secret$/ }).click()
  await page.getByLabel(text('profiles.secretNew'), { exact: true }).fill(secret)
  await page.getByRole('button', { name: text('profiles.secretStore') }).click()
  await page.getByText(text('profiles.secretStored')).first().waitFor()
}

/** Makes a profile the active one. */
export async function choose(page: Page, name: string): Promise<void> {
  await go(page, 'orderStatus')
  await go(page, 'profiles')
  await profileCard(page, name).getByRole('button', { name: text('profiles.makeActive') }).click()
  await profileCard(page, name).getByText(text('profiles.active')).waitFor()
}

/** Adds a profile with its secret and makes it the active one. */
export async function addProfile(page: Page, name: string, baseUrl: string): Promise<void> {
  await saveProfile(page, name, baseUrl)
  await enterSecret(page)
  await choose(page, name)
}
