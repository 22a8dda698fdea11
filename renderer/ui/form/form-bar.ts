import { inject, provide, type InjectionKey, type Ref } from 'vue'

type Place = Readonly<Ref<HTMLElement | null>>

const key: InjectionKey<Place> = Symbol('form-bar')

/** Names the element below the scrolling screen in which the bar of its form stands. */
export function provideFormBar(place: Place): void {
  provide(key, place)
}

/** The element for the bar of a screen's form; null while there is none, as in a component shown alone. */
export const useFormBar = (): Place | null => inject(key, null)

/** Presses the submit button of a form; one that is disabled or busy does nothing. */
export function pressSubmit(form: HTMLFormElement): void {
  const buttons = [...form.elements].filter((one) => one instanceof HTMLButtonElement)
  buttons.find(({ type }) => type === 'submit')?.click()
}
