// One meaning for each colour: kinds get their colours in one place; those of an environment mark nothing else.
import { globSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, it } from 'vitest'

const root = resolve(import.meta.dirname, '../../..')
const styled = globSync('renderer/**/*.{vue,css}', { cwd: root })

function filesWith(pattern: RegExp): string[] {
  return styled.filter((path) => pattern.test(readFileSync(join(root, path), 'utf8'))).sort()
}

it('only the tokens define the colours of a kind', () => {
  expect(styled.length).toBeGreaterThan(200)
  const ofKinds = /^[^\n]*(?:\.(?:good|bad|wait|warning|unknown)|\[data-kind=)[^\n]*\{\n[^}]*var\(--(?:good|bad|wait)/m
  expect(filesWith(ofKinds)).toEqual(['renderer/styles/tokens.css'])
})

it('only the frame and the marks of an environment have its colours', () => {
  expect(filesWith(/var\(--env/)).toEqual([
    'renderer/app/frame/AppFrame.vue', 'renderer/app/frame/SideBar.vue', 'renderer/ui/layout/EnvironmentMark.vue', 'renderer/ui/layout/EnvironmentStrip.vue',
  ])
})
