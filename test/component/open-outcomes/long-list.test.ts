import { createPinia, setActivePinia } from 'pinia'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { EntryId } from '#shared/brands.ts'
import { success } from '#shared/result.ts'
import { useOpenOutcomes } from '../../../renderer/app/stores/open-outcomes.ts'
import { anOpenOutcome } from '../screen-support/data.ts'
import { fakeMain } from '../support/bridge.ts'

beforeEach(() => { vi.useFakeTimers() })
afterEach(() => { vi.useRealTimers() })

const entry = (number: number) => anOpenOutcome({}, { entryId: `gc-${number}` as EntryId })

test('while hundreds of outcomes are checked, the list is not read at each reply', async () => {
  setActivePinia(createPinia())
  const list = Array.from({ length: 200 }, (_, number) => entry(number))
  const main = fakeMain({ 'resolution.list': () => success([...list]) })
  const store = useOpenOutcomes()
  const stop = store.start()
  const endReading = store.show()
  await vi.advanceTimersByTimeAsync(0)
  expect(store.entries).toHaveLength(200)

  const before = main.inputsOf('resolution.list').length
  const readings = () => main.inputsOf('resolution.list').length - before + 1
  for (let answered = 0; answered < 30; answered += 1) {
    list.pop()
    main.emit('resolution.changed', null)
    await vi.advanceTimersByTimeAsync(10)
  }
  expect(readings()).toBe(1)
  await vi.advanceTimersByTimeAsync(3_000)
  expect([readings(), store.entries.length]).toEqual([2, 170])

  // After a person's action the list is read immediately.
  list.splice(3)
  await store.load()
  expect(store.entries).toHaveLength(3)
  main.emit('resolution.changed', null)
  await vi.advanceTimersByTimeAsync(0)
  expect(readings()).toBe(4)
  endReading()
  stop()
})

test('a long list of which only the number is shown is read rarely, and immediately when it is opened', async () => {
  setActivePinia(createPinia())
  const list = Array.from({ length: 400 }, (_, number) => entry(number))
  const main = fakeMain({ 'resolution.list': () => success([...list]) })
  const store = useOpenOutcomes()
  const stop = store.start()
  await vi.advanceTimersByTimeAsync(0)
  const readings = () => main.inputsOf('resolution.list').length
  for (let second = 0; second < 19; second += 1) {
    list.pop()
    main.emit('resolution.changed', null)
    await vi.advanceTimersByTimeAsync(1_000)
  }
  expect(readings()).toBe(1)
  await vi.advanceTimersByTimeAsync(1_000)
  expect([readings(), store.entries.length]).toEqual([2, 381])

  list.pop()
  main.emit('resolution.changed', null)
  const endReading = store.show()
  await vi.advanceTimersByTimeAsync(0)
  expect([readings(), store.entries.length]).toEqual([3, 380])
  list.pop()
  main.emit('resolution.changed', null)
  await vi.advanceTimersByTimeAsync(2_000)
  expect([readings(), store.entries.length]).toEqual([4, 379])
  endReading()
  stop()
})

test('a request during a reading gets the result of a later one', async () => {
  setActivePinia(createPinia())
  const list = [entry(1)]
  const answers: (() => void)[] = []
  fakeMain({ 'resolution.list': () => new Promise((resolve) => { answers.push(() => { resolve(success([...list])) }) }) })
  const store = useOpenOutcomes()
  void store.load()
  await vi.advanceTimersByTimeAsync(0)
  const later = store.load()
  for (const answer of answers.splice(0)) answer()
  await vi.advanceTimersByTimeAsync(0)
  list.push(entry(2))
  for (const answer of answers.splice(0)) answer()
  await later
  expect(store.entries).toHaveLength(2)
})
