import { onBeforeUnmount, onMounted, ref, type Ref } from 'vue'

/** What stands under the list: its foot and the end of the page. */
const below = 62
const least = 240

/** The height at which an element ends where the window does, whatever stands above it; a CSS length. */
export function useFillHeight(element: Readonly<Ref<HTMLElement | null>>): Readonly<Ref<string>> {
  const height = ref(`${least}px`)
  let observer: ResizeObserver | null = null

  function measure(): void {
    const box = element.value
    if (box === null) return
    const scroller = box.closest('main')
    const top = box.getBoundingClientRect().top + (scroller?.scrollTop ?? 0)
    height.value = `${Math.max(least, Math.floor(window.innerHeight - top - below))}px`
  }

  onMounted(() => {
    observer = new ResizeObserver(measure)
    // What changes its height above the list moves the list: the page as a whole grows or shrinks.
    for (const one of [document.documentElement, element.value?.closest('main')?.firstElementChild, element.value?.parentElement?.parentElement]) {
      if (one !== null && one !== undefined) observer.observe(one)
    }
    measure()
  })
  onBeforeUnmount(() => { observer?.disconnect() })
  return height
}
