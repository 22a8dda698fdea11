import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { expect, it } from 'vitest'
import { QUIET_ARGS } from '../../host/browser.ts'

it('features that Playwright disables in Chromium stay disabled', () => {
  const source = readFileSync(createRequire(import.meta.url).resolve('playwright-core/lib/coreBundle'), 'utf8')
  const [, list = ''] = /chromiumSwitches\.ts"\(\) \{[^[]*disabledFeatures = \[(.*?)\]\.filter/s.exec(source) ?? []
  const names = [...list.matchAll(/^ *"(\w+)",?$/gm)].map(([, name]) => name)
  expect(names).toContain('PaintHolding')
  const ours = QUIET_ARGS.find((word) => word.startsWith('--disable-features='))?.split('=')[1]?.split(',')
  expect(ours).toEqual(expect.arrayContaining(names))
})
