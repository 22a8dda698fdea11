import { expect, it } from 'vitest'
import type { Profile } from '#shared/model/profiles/profile.ts'
import { createContentProtection } from '../../../electron/main/window/content-protection.ts'

/** Whether the window is protected after each step. */
function steps(platform: NodeJS.Platform, changes: { environment: Profile['environment']; isWanted: boolean }[]): boolean[] {
  const seen: boolean[] = []
  let now = changes[0]!
  const protection = createContentProtection({
    window: { setContentProtection: (isOn) => { seen.push(isOn) }, isDestroyed: () => false },
    profiles: { active: () => ({ environment: now.environment }) as Profile },
    isWanted: () => now.isWanted,
    platform,
  })
  for (const change of changes) {
    now = change
    protection.update()
  }
  return seen
}

it('keeps a window out of screenshots while a production profile is active and the setting is on', () => {
  expect(steps('win32', [
    { environment: 'sandbox', isWanted: true }, { environment: 'production', isWanted: true },
    { environment: 'production', isWanted: false }, { environment: 'staging', isWanted: true },
  ])).toEqual([false, true, false, false])
})

it('does nothing on Linux, which has no such protection', () => {
  expect(steps('linux', [{ environment: 'production', isWanted: true }])).toEqual([])
})
