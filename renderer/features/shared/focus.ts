import { nextTick, type Ref } from 'vue'

/** Puts the focus on the first field that has a problem, once it is drawn. */
export async function focusFirstProblem(root: Readonly<Ref<HTMLElement | null>>): Promise<void> {
  await nextTick()
  // What a problem has just opened is drawn one step later.
  await nextTick()
  root.value?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
}

/** Puts the focus on the heading of what has just come up, so that keyboard and screen reader go on from there. */
export async function focusResult(root: Readonly<Ref<HTMLElement | null>>): Promise<void> {
  await nextTick()
  root.value?.querySelector<HTMLElement>('[data-result-heading]')?.focus()
}
