import { afterEach, expect, test, vi } from 'vitest'
import { dayText, localTime, momentText } from '../../../renderer/ui/values/time.ts'

afterEach(() => { vi.unstubAllEnvs() })

test('times are shown in the new time zone after the machine’s zone changes', () => {
  const at = '2026-11-20T22:41:07.000Z'
  const shown = (zone: string): string[] => {
    vi.stubEnv('TZ', zone)
    return [localTime(at, 'clock'), localTime(at, 'day'), dayText(at, new Date(at))]
  }
  expect(shown('Europe/Berlin')).toEqual(['23:41:07', '20 Nov 2026', '20 Nov'])
  expect(shown('Asia/Tokyo')).toEqual(['07:41:07', '21 Nov 2026', '21 Nov'])
  expect(shown('Europe/Berlin')).toEqual(['23:41:07', '20 Nov 2026', '20 Nov'])
})

test('times show the year if it is not the current one', () => {
  const now = new Date('2026-11-20T12:00:00')
  expect(localTime('2026-01-02T10:41:00', 'minute', now)).toBe('02 Jan, 10:41')
  expect(localTime('2025-11-20T10:41:00', 'minute', now)).toBe('20 Nov 2025, 10:41')
  expect(momentText('2025-11-20T10:41:00', now)).toBe('20 Nov 2025, 10:41')
  expect(momentText('2026-11-20T10:41:07', now)).toBe('10:41:07')
})
