import { readdirSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

it('electron/desk/README.md says of every file what it is for, and of none that is gone', () => {
  const desk = new URL('../../../electron/desk/', import.meta.url)
  const files = readdirSync(desk).filter((name) => name.endsWith('.ts'))
  const named = readFileSync(new URL('README.md', desk), 'utf8').match(/[a-z0-9-]+\.ts(?=`)/g) ?? []
  expect([...new Set(named)].toSorted()).toEqual(files.toSorted())
})
