import { expect, test, vi } from 'vitest'
import { nextTick } from 'vue'
import { createPageRouter } from '../../../renderer/app/router.ts'

test('typing into a search keeps the scroll position; another screen starts at its top', async () => {
  const scroll = vi.spyOn(window, 'scrollTo').mockImplementation(() => undefined)
  const router = createPageRouter(() => Promise.resolve())
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

test('the texts of later screens are loaded once, before the first of these', async () => {
  let times = 0
  const router = createPageRouter(async () => { times += 1 })
  await router.replace('/today')
  expect(times).toBe(0)
  await router.replace('/history')
  await router.replace('/keys')
  expect(times).toBe(1)
})

test('a screen whose texts could not be loaded is not shown; the next attempt loads them again', async () => {
  let times = 0
  const router = createPageRouter(async () => {
    times += 1
    if (times === 1) throw new Error('not loaded')
  })
  await expect(router.push('/history')).rejects.toThrow('not loaded')
  expect(router.currentRoute.value.path).not.toBe('/history')
  await router.push('/history')
  expect(router.currentRoute.value.path).toBe('/history')
})
