import { flushPromises, mount, type VueWrapper } from '@vue/test-utils'
import { createPinia, setActivePinia } from 'pinia'
import type { Component } from 'vue'
import { createMemoryHistory, createRouter } from 'vue-router'
import type { Operation } from '#shared/gateway/operations.ts'
import { api } from '../../../renderer/app/api.ts'
import { routes } from '../../../renderer/app/navigation.ts'
import { createTexts } from '../../../renderer/i18n/index.ts'
import { copyTextKey } from '../../../renderer/ui/copy.ts'

const mounted: VueWrapper[] = []

/** Shows a component as the application would: with its texts, stores, routes and clipboard, in the document. */
export function show(
  component: Component,
  options: {
    props?: Record<string, unknown>; slots?: Record<string, unknown>
    /** The operations whose texts there are; those of the catalogue without it. */
    operations?: readonly Operation<string>[]
  } = {},
) {
  const pinia = createPinia()
  setActivePinia(pinia)
  const router = createRouter({ history: createMemoryHistory(), routes })
  const wrapper = mount(component, {
    attachTo: document.body,
    props: options.props ?? {},
    slots: options.slots as never,
    global: {
      plugins: [pinia, createTexts(options.operations), router],
      provide: { [copyTextKey as symbol]: async (text: string, lasting: boolean) =>
        (await api.call('app.copy', lasting ? { text, lasting } : { text })).ok },
    },
  })
  mounted.push(wrapper)
  return wrapper
}

/** Takes away what a test has shown (`after-each.ts`). */
export function unmountAll(): void {
  mounted.splice(0).forEach((wrapper) => { wrapper.unmount() })
  document.body.innerHTML = ''
}

/** The visible words of an element or of the whole document. */
export function words(element: Element = document.body): string {
  return (element.textContent ?? '').replace(/\s+/g, ' ').trim()
}

const nameOf = (element: Element): string => element.getAttribute('aria-label') ?? words(element)

/** The button (or menu item, link) with this name; throws when there is none. */
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

export async function type(control: HTMLInputElement, text: string): Promise<void> {
  control.value = text
  control.dispatchEvent(new Event(control instanceof HTMLSelectElement ? 'change' : 'input', { bubbles: true }))
  await flushPromises()
}
