import { vi } from 'vitest'
import { success } from '#shared/result.ts'
import type { ProfileView } from '#shared/model/application/app.ts'
import App from '../../../renderer/app/App.vue'
import { unprotected } from '../support/access.ts'
import { fakeMain, done, type FakeMain } from '../support/bridge.ts'
import { aList, aProfile } from '../support/data.ts'
import { flushPromises, show } from '../support/mount.ts'

type Answers = Parameters<typeof fakeMain>[0]

export interface Screen extends FakeMain {
  /** The screen without the application's frame. */
  readonly content: HTMLElement
  go(path: string): Promise<void>
  /** The path of the open screen. */
  path(): string
  /** The path with its query. */
  address(): string
}

/** Opens a screen in the whole application; `answers` has main's replies to calls besides the frame's own. */
export async function openScreen(
  path: string, answers: Answers, profiles: readonly ProfileView[] = [aProfile()],
): Promise<Screen> {
  let list = aList(...profiles)
  const main = fakeMain({
    'app.describe': () => success({
      version: '1.0.0', platform: 'linux', osUser: 'm.keller', host: 'packaged',
      usableEnvironments: ['sandbox', 'staging', 'production'], showsNotices: true,
    }),
    'access.describe': () => success(unprotected),
    'access.noteActivity': done,
    'vault.describe': () => success({ state: 'open', keeping: 'keychain', keychainName: 'Keyring', keys: 1, secrets: 1 }),
    'profiles.list': () => success(list),
    'profiles.choose': ({ id }) => {
      list = { ...list, activeId: id }
      return success(list)
    },
    'app.copy': done,
    'app.badge': done,
    'alerts.read': () => success({
      merchantKey: 'built-in' as never, environment: 'sandbox', alerts: [],
      gateway: { answeredAt: null, clockOffsetSeconds: null },
    }),
    'team.describe': () => success({ state: 'none' }),
    'history.choices': () => success({ currencies: [], who: [], errorCodes: [], merchants: [], profiles: [], tags: [], desks: [] }),
    'notes.due': () => success({ due: [], more: 0 }),
    'batches.paused': () => success([]),
    'cards.list': () => success({ cards: [], more: false }),
    'history.cardPayments': () => success(null),
    'history.totals': () => success({ sums: [] }),
    'history.cancelTotals': done,
    'history.list': () => success({ lines: [], next: null }),
    ...answers,
  })
  const { router } = show(App)
  const go = async (to: string): Promise<void> => {
    await router.push(to)
    await flushScreen()
  }
  await go(path)
  return {
    ...main, go,
    content: document.querySelector<HTMLElement>('main')!,
    path: () => router.currentRoute.value.path,
    address: () => router.currentRoute.value.fullPath,
  }
}

/** Waits until pending work is done: screens are loaded when they are first opened. */
export async function flushScreen(): Promise<void> {
  await flushPromises()
  await vi.dynamicImportSettled()
  for (let turn = 0; turn < 4; turn += 1) await flushPromises()
}
