import { expect, it } from 'vitest'
import { success } from '#shared/result.ts'
import type { AppDescription, VaultState } from '#shared/model/application/app.ts'
import type { EntryId, ProfileId, UtcTime } from '#shared/brands.ts'
import type { OpenOutcome } from '#shared/model/payments/resolution.ts'
import type { TeamState } from '#shared/model/team/team-state.ts'
import App from '../../../renderer/app/App.vue'
import { routes } from '../../../renderer/app/navigation.ts'
import SideBar from '../../../renderer/app/frame/SideBar.vue'
import { unprotected } from '../support/access.ts'
import { done, fakeMain } from '../support/bridge.ts'
import { aList, aProfile } from '../support/data.ts'
import { descriptionOf, flushPromises, show, words } from '../support/mount.ts'
import { anOpenOutcome } from '../screen-support/data.ts'
import { text } from '../../support/texts.ts'

const production = aProfile({ id: 'profile-2' as ProfileId, name: 'Acme live', environment: 'production' })
const openVault: VaultState = { state: 'open', keeping: 'keychain', keychainName: 'GNOME Keyring', keys: 1, secrets: 3 }

interface Changes {
  readonly app?: Partial<AppDescription>
  readonly vault?: VaultState | 'never'
  readonly live?: boolean
  readonly open?: readonly OpenOutcome[]
  readonly team?: TeamState
}

async function start(changes: Changes = {}) {
  const app: AppDescription = {
    version: '1', platform: 'linux', osUser: 'ada', host: 'packaged', usableEnvironments: ['sandbox', 'staging', 'production'],
    showsNotices: true,
    ...changes.app,
  }
  const list = changes.live === true ? aList(production, aProfile()) : aList(aProfile(), production)
  const main = fakeMain({
    'app.describe': () => success(app),
    'vault.describe': () => changes.vault === 'never' ? new Promise(() => undefined) : success(changes.vault ?? openVault),
    'access.describe': () => success(unprotected),
    'access.noteActivity': done,
    'team.describe': () => success(changes.team ?? { state: 'none' }),
    'profiles.list': () => success(list),
    'resolution.list': () => success([...changes.open ?? []]),
    'profiles.choose': ({ id }) => success({ ...list, activeId: id }),
  })
  show(App)
  await flushPromises()
  return { main }
}

it('has the links by their names', async () => {
  await start()
  expect([...document.querySelectorAll('nav a.link')].map((link) => words(link))).toEqual([
    text('shell.navigation.today'), text('shell.navigation.openOutcomes'), text('shell.navigation.orderStatus'), text('shell.navigation.cardLookup'), text('shell.navigation.recurrentPayment'), 'Batches', text('shell.navigation.moreOperations'), 'Payments', 'Report', 'Reconcile',
    text('shell.navigation.inspector'), text('shell.navigation.callbacks'), 'Profiles', 'Keys', text('shell.navigation.access'),
    text('shell.navigation.team'), text('shell.navigation.maintenance'),
  ])
})

it('opens its screen after reporting that the keychain does not answer, and stays there', async () => {
  const { main } = await start({ vault: 'never' })
  expect(words()).toContain(text('shell.starting'))
  main.emit('keychain.waiting', { waiting: true })
  await flushPromises()
  expect(words()).not.toContain(text('shell.starting'))
  main.emit('keychain.waiting', { waiting: false })
  await flushPromises()
  expect(words()).not.toContain(text('shell.starting'))
})

it('names the environment once in the frame', async () => {
  await start({ live: true })
  const frame = words(document.querySelector('.side')!) + words(document.querySelector('.frame > header')!)
  expect(frame.split('Production')).toHaveLength(2)
})

it('shows the environment in the window title, as a word, and on the root element', async () => {
  await start({ live: true })
  expect(document.title).toMatch(/^Acme live · Production – /)
  expect(words(document.querySelector('header')!)).toContain(text('common.environment.production'))
  expect(document.documentElement.dataset.environment).toBe('production')
})

const sentAgo = (minutes: number): UtcTime => new Date(Date.now() - minutes * 60_000).toISOString() as UtcTime
const processing = (entryId: string, minutes: number): OpenOutcome =>
  anOpenOutcome({ closes: null }, { entryId: entryId as EntryId, state: 'processing', at: sentAgo(minutes) })

it('counts each open outcome once, and not a charge in progress', async () => {
  await start({ open: [anOpenOutcome({}, { at: sentAgo(0) }), processing('old', 6), processing('fresh', 1)] })
  const link = document.querySelector('nav a[href*="/open-outcomes"]')!
  expect(link.querySelector('.count')?.textContent).toBe('2')
  expect(descriptionOf(link)).toBe(text('openOutcomes.count', { count: 2 }))
  expect([...document.querySelectorAll('nav .count')].map((one) => one.textContent)).toEqual(['1', '2'])
})

it('counts a charge only once its automatic checks have stopped', async () => {
  await start({ open: [processing('fresh', 1)] })
  expect(document.querySelector('nav .count')).toBeNull()
  await start({ open: [{ ...processing('fresh', 1), phase: 'by-hand' }] })
  expect(document.querySelector('nav .count')?.textContent).toBe('1')
})

it('shows where secrets are kept', async () => {
  await start()
  expect(words(document.querySelector('footer')!)).toBe(text('shell.footerKeychain', { name: 'GNOME Keyring1 key · 3 secrets' }))
})

it('shows that secrets are kept for this run only, and why', async () => {
  await start({ vault: {
    state: 'open', keeping: 'this-run-only', keychainName: '', reason: 'No Secret Service answers.', keys: 0, secrets: 0,
  } })
  expect(words()).toContain(text('shell.thisRunTitle'))
  expect(words()).toContain('No Secret Service answers.')
})

it('explains why a production profile is not used outside Electron', async () => {
  await start({ live: true, app: { host: 'stand-in', usableEnvironments: ['sandbox'] } })
  expect(words()).toContain(text('shell.standInTitle', { environment: 'Production' }))
  expect(words()).toContain(text('shell.unprotected.stand-in'))
})

it('shows that Electron runs from source: production is read-only, staging is not', async () => {
  await start({ live: true, app: { host: 'source', usableEnvironments: ['sandbox', 'staging'] } })
  expect(words()).toContain(text('shell.standInTitle', { environment: 'Production' }))
  expect(words()).toContain(text('shell.unprotected.source'))
})

it('shows that the keychain waits, as long as it waits', async () => {
  const { main } = await start()
  main.emit('keychain.waiting', { waiting: true })
  await flushPromises()
  expect(words()).toContain(text('shell.keychainWaitingTitle'))
  main.emit('keychain.waiting', { waiting: false })
  await flushPromises()
  expect(words()).not.toContain(text('shell.keychainWaitingTitle'))
})

const screens = routes.filter(({ path, redirect }) => redirect === undefined && !path.includes('*')).map(({ path }) => path)

it.each(screens)('at %s one entry of the navigation is lit', async (path) => {
  fakeMain({ 'resolution.list': () => success([]) })
  const { router } = show(SideBar)
  await router.push(path.replaceAll(/:\w+/g, 'any'))
  await flushPromises()
  expect(document.querySelectorAll('nav a[aria-current="page"]')).toHaveLength(1)
})
