import { existsSync, readFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { laterTexts } from '../../../renderer/i18n/later-texts.ts'

const root = join(import.meta.dirname, '../../..')
const statically = /^\s*(?:import|export)\s(?!type\b)(?:[^'"]*?\sfrom\s+)?'([^']+)'/gm
const later = /\bimport\('([^']+)'\)/g

/** The modules that can be in use before a later screen is opened: the routes' own imports are later screens. */
function modulesOfFirstScreen(): string[] {
  const found = new Set([join(root, 'renderer/main.ts')])
  for (const file of found) {
    const source = readFileSync(file, 'utf8')
    const named = [...source.matchAll(statically), ...(file.endsWith('/app/navigation.ts') ? [] : source.matchAll(later))]
    for (const [, name = ''] of named) {
      const path = name.startsWith('#shared/') ? join(root, 'shared', name.slice('#shared/'.length)) : resolve(dirname(file), name)
      if (/\.(?:ts|vue)$/.test(path) && existsSync(path) && !path.includes('/i18n/')) found.add(path)
    }
  }
  return [...found]
}

/** Names of screens, which are shown once they are open. */
const routes = join(root, 'renderer/app/navigation.ts')

describe('the first screen', () => {
  const files = modulesOfFirstScreen()

  it('has more modules than its entry', () => {
    expect(files.map((file) => relative(root, file))).toEqual(expect.arrayContaining([
      'renderer/features/today/TodayFigures.vue', 'renderer/app/search/QuickSearch.vue', 'renderer/app/messages/failure-text.ts',
    ]))
  })

  it('uses no text that is loaded with later screens', () => {
    const key = new RegExp(`(?<!call\\()['"\`](?:${Object.keys(laterTexts).join('|')})\\.[a-z$][^'"\`]*`, 'g')
    const used = files.filter((file) => file !== routes)
      .flatMap((file) => [...readFileSync(file, 'utf8').matchAll(key)].map(([text]) => `${relative(root, file)}: ${text}`))
    expect(used).toEqual([])
  })
})
