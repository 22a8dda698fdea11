import { createPinia, setActivePinia } from 'pinia'
import { createApp, h, nextTick, shallowReactive, shallowRef, type App, type Component } from 'vue'
import { createMemoryHistory, createRouter } from 'vue-router'
import type { Operation } from '#shared/gateway/operations/operations.ts'
import { api } from '../../../renderer/app/api.ts'
import { routes } from '../../../renderer/app/navigation.ts'
import { createTexts } from '../../support/texts.ts'
import { copyTextKey } from '../../../renderer/ui/buttons/copy.ts'

const mounted = new Set<App>()

/** Node's function: the simulated page has none. */
declare function setImmediate(act: () => void): unknown
// Saved here, since a test may install its own clock.
const afterPromises = setImmediate

/** Mounts a component as the application does: with its texts, stores, routes and clipboard, in the document. */
export function show<Shown extends Component>(
  component: Shown,
  options: {
    props?: Record<string, unknown>; slots?: Record<string, string>
    /** The operations with texts; by default those of the catalogue. */
    operations?: readonly Operation<string>[]
  } = {},
) {
  const props = shallowReactive({ ...options.props })
  const slots = Object.fromEntries(Object.entries(options.slots ?? {}).map(([name, words]) => [name, () => words]))
  const instance = shallowRef<unknown>(null)
  // Not the home screen: it lists problems that other screens show as banners.
  const history = createMemoryHistory()
  history.replace('/order-status')
  const router = createRouter({ history, routes })
  const pinia = createPinia()
  setActivePinia(pinia)
  const app = createApp(() => h(component, { ...props, ref: instance }, slots))
  app.use(pinia).use(createTexts(options.operations)).use(router)
  app.provide(copyTextKey, async (text, lasting) =>
    (await api.call('app.copy', lasting ? { text, lasting } : { text })).ok)
  const place = document.createElement('div')
  document.body.append(place)
  app.mount(place)
  mounted.add(app)
  return {
    router,
    /** The first element of the component. */
    element: place.firstElementChild as HTMLElement,
    /** The component's exposed values. */
    exposed: instance.value as Shown extends abstract new () => infer Exposed ? Exposed : unknown,
    setProps: async (changes: Record<string, unknown>): Promise<void> => {
      Object.assign(props, changes)
      await nextTick()
    },
    unmount: () => { unmount(app) },
  }
}

/** Removes everything that a test has shown (`after-each.ts`). */
export function unmountAll(): void {
  mounted.forEach(unmount)
  document.body.innerHTML = ''
}

function unmount(app: App): void {
  if (mounted.delete(app)) app.unmount()
}

/** Waits until pending work is done, except timers. */
export const flushPromises = (): Promise<void> => new Promise((resolve) => { afterPromises(resolve) })

/** The visible text of an element or of the whole document. */
export function words(element: Element = document.body): string {
  return (element.textContent ?? '').replace(/\s+/g, ' ').trim()
}

const nameOf = (element: Element): string => element.getAttribute('aria-label') ?? words(element)

/** The button (or menu item, link) with this name; throws if there is none. */
export function button(name: string | RegExp, within: ParentNode = document): HTMLElement {
  const all = [...within.querySelectorAll<HTMLElement>('button, a, [role="menuitem"]')]
  const found = all.find((one) => (typeof name === 'string' ? nameOf(one) === name : name.test(nameOf(one))))
  if (found === undefined) throw new Error(`no button ${String(name)}; there are: ${all.map(nameOf).join(' | ')}`)
  return found
}

/** The control that a label names. */
export function field(label: string, within: ParentNode = document): HTMLInputElement {
  const all = [...within.querySelectorAll('label')]
  const found = all.find((one) => words(one) === label)
  if (found === undefined) throw new Error(`no field ${label}; there are: ${all.map((one) => words(one)).join(' | ')}`)
  const control = found.control ?? document.getElementById(found.htmlFor)
  if (control === null) throw new Error(`the label ${label} names nothing`)
  return control as HTMLInputElement
}

/** What a screen reader adds to a field: hint or problem. */
export function descriptionOf(control: Element): string {
  const ids = (control.getAttribute('aria-describedby') ?? '').split(' ').filter((id) => id !== '')
  return ids.map((id) => words(document.getElementById(id)!)).join(' ')
}

export async function click(element: HTMLElement): Promise<void> {
  element.click()
  await flushPromises()
}

/** Opens a menu by its button, as the keyboard does. */
export async function openMenu(name: string): Promise<void> {
  button(name).dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true }))
  await flushPromises()
}

export async function type(control: HTMLInputElement, text: string): Promise<void> {
  control.value = text
  control.dispatchEvent(new Event(control instanceof HTMLSelectElement ? 'change' : 'input', { bubbles: true }))
  await flushPromises()
}
