import { globSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { describe, expect, it } from 'vitest'

const project = resolve(import.meta.dirname, '../../..')
const read = (...path: string[]) => readFileSync(join(project, ...path), 'utf8')

/** The cells of each line of the table under a heading, without the header and its separator. */
function table(heading: string): string[][] {
  const [, below = ''] = read('docs/security.md').split(`\n## ${heading}\n`)
  return below.split('\n## ')[0]!.split('\n').filter((line) => line.startsWith('|')).slice(2)
    .map((line) => line.split('|').slice(1, -1).map((cell) => cell.trim()))
}

describe('docs/security.md', () => {
  const points = table('Electron\'s checklist')

  it('has the twenty points of Electron’s checklist', () => {
    expect(points.map(([number]) => Number(number))).toEqual(Array.from({ length: 20 }, (_, place) => place + 1))
  })

  it('has for each the decision and the number of attacks tried, none of which worked', () => {
    for (const [number, , how = '', tried = '', worked = ''] of points) {
      expect([how !== '', /^[1-9]\d*$/.test(tried), worked], number).toEqual([true, true, '0'])
    }
  })
})

describe('the README of the vault', () => {
  const [, section = ''] = read('electron/vault/README.md').split('\n## Entries of the keychain\n')
  const [, accounts = ''] = section.trim().split('\n\n')[0]!.split('Accounts: ')
  const names = [...accounts.matchAll(/`([a-z][^`]*)`/g)].map(([, name = '']) => name)

  it('names entries of the keychain', () => {
    expect(names).toEqual(expect.arrayContaining(['canary', 'journal-head-key', 'secret-<profile>']))
  })

  it.each(names)('%s: the vault has this entry', (name) => {
    const begins = name.replace(/<.*|-[ab0]$/, '')
    const sources = globSync('electron/vault/**/*.ts', { cwd: project }).map((path) => read(path))
    expect(sources.some((text) => text.includes(`'${begins}`) || text.includes(`\`${begins}`))).toBe(true)
  })
})
