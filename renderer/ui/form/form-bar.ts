import { inject, provide, type InjectionKey, type Ref } from 'vue'

type BarElement = Readonly<Ref<HTMLElement | null>>

const key: InjectionKey<BarElement> = Symbol('form-bar')

/** Provides the element below the scrolling screen that contains the bar of its form. */
export function provideFormBar(element: BarElement): void {
  provide(key, element)
}

/** The element for the bar of a screen's form; null if no parent component provides one. */
export const useFormBar = (): BarElement | null => inject(key, null)

/** Clicks the submit button of a form. A disabled or busy button does nothing. */
export function pressSubmit(form: HTMLFormElement): void {
  const buttons = [...form.elements].filter((one) => one instanceof HTMLButtonElement)
  buttons.find(({ type }) => type === 'submit')?.click()
}
