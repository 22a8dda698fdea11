import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { createDeadline, withDeadline } from '../../../electron/common/processes/deadline.ts'

beforeEach(() => { vi.useFakeTimers() })
afterEach(() => { vi.useRealTimers() })

const never = new Promise<never>(() => undefined)

describe('a deadline', () => {
  test('ends after its time, not before', () => {
    const deadline = createDeadline(10_000)
    vi.advanceTimersByTime(9_999)
    expect(deadline.signal.aborted).toBe(false)
    expect(deadline.remainingMs()).toBe(1)
    vi.advanceTimersByTime(1)
    expect(deadline.signal.reason).toMatchObject({ name: 'TimeoutError' })
    expect(deadline.remainingMs()).toBe(0)
  })

  test('ends right after waking if the machine slept through it', () => {
    let clock = 1_000
    const deadline = createDeadline(60_000, () => clock)
    vi.advanceTimersByTime(1_000)
    // Asleep: the wall clock continues, timers stop.
    clock += 3_600_000
    vi.advanceTimersByTime(250)
    expect(deadline.signal.aborted).toBe(true)
  })

  test('is not delayed by a clock that was set back', () => {
    let clock = 10_000_000
    const deadline = createDeadline(5_000, () => clock)
    clock -= 3_600_000
    vi.advanceTimersByTime(5_000)
    expect(deadline.signal.aborted).toBe(true)
  })

  test('that was cancelled never ends and leaves no timer', () => {
    const deadline = createDeadline(5_000)
    deadline.cancel()
    expect(vi.getTimerCount()).toBe(0)
    vi.advanceTimersByTime(60_000)
    expect(deadline.signal.aborted).toBe(false)
  })
})

describe('a promise with a deadline', () => {
  test('returns its own value or failure in time and leaves no timer', async () => {
    await expect(withDeadline(Promise.resolve('value'), 1_000, () => 'late')).resolves.toBe('value')
    await expect(withDeadline(Promise.reject(new Error('own')), 1_000, () => 'late')).rejects.toThrow('own')
    expect(vi.getTimerCount()).toBe(0)
  })

  test('returns the given value if it is late', async () => {
    const answer = withDeadline(never, 1_000, () => 'late')
    vi.advanceTimersByTime(1_000)
    await expect(answer).resolves.toBe('late')
  })

  test('fails with the given error if it is late', async () => {
    const answer = withDeadline(never, 1_000, () => { throw new Error('too late') })
    vi.advanceTimersByTime(1_000)
    await expect(answer).rejects.toThrow('too late')
  })
})
