/** The folder of a test is found by the module's name or in test/README.md. */
import { existsSync, globSync } from 'node:fs'
import { join, posix } from 'node:path'
import { expect, it } from 'vitest'
import { read, root } from './documents.ts'

/** The subfolders that contain a file of this pattern. */
const foldersOf = (folder: string, pattern: string): readonly string[] => [...new Set(
  globSync(pattern, { cwd: join(root, folder) }).map((path) => posix.dirname(path.replaceAll('\\', '/'))),
)].filter((path) => path !== '.')
const named = new Set([...read('test/README.md').matchAll(/`([\w/-]+)`/g)].map(([, name]) => name))

it('a folder of test/node is named for a module of electron, or test/README.md names it', () => {
  const folders = foldersOf('test/node', '**/*.test.ts')
  expect(folders).toContain('desk/access')
  expect(folders.filter((path) => !existsSync(join(root, 'electron', path)) && !named.has(path))).toEqual([])
})

it('test/README.md names every folder of test, and of test/support', () => {
  const folders = [...foldersOf('test', '**/*.ts'), ...foldersOf('test', 'lint/*.js')].map((path) => path.split('/'))
  const names = new Set(folders.flatMap(([first, second]) => first === 'support' ? [first, second ?? ''] : [first]))
  expect(names).toContain('processes')
  expect([...names].filter((name) => name !== '' && !named.has(name))).toEqual([])
})
