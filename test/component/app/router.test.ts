import { expect, test, vi } from 'vitest'
import { nextTick } from 'vue'
import { createPageRouter } from '../../../renderer/app/router.ts'

test('typing into a search keeps the scroll position; another screen starts at its top', async () => {
  const scroll = vi.spyOn(window, 'scrollTo').mockImplementation(() => undefined)
  const router = createPageRouter()
  const go = async (to: string): Promise<number> => {
    scroll.mockClear()
    await router.replace(to)
    await nextTick()
    await nextTick()
    return scroll.mock.calls.length
  }
  await go('/history')
  expect(await go('/history?text=6')).toBe(0)
  expect(await go('/keys')).toBe(1)
})
