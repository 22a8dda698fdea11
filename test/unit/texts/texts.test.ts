import { expect, it } from 'vitest'
import { en } from '../../../renderer/i18n/en.ts'
import { createTexts, type TextKey } from '../../../renderer/i18n/index.ts'

function leaves(node: object, path: string[] = []): { key: TextKey; text: string }[] {
  return Object.entries(node).flatMap(([name, value]: [string, unknown]) => (typeof value === 'string'
    ? [{ key: [...path, name].join('.') as TextKey, text: value }]
    : leaves(value as object, [...path, name])))
}

const all = leaves(en)
const { t } = createTexts()

it('can say every text with every place in it filled', () => {
  for (const { key, text } of all) {
    const places = [...text.matchAll(/\{(\w+)\}/g)].map((match) => match[1]!)
    const said = t(key, Object.fromEntries(places.map((place) => [place, place === 'count' ? 2 : `<${place}>`])))
    expect(said, key).not.toBe(key)
    expect(said, key).not.toMatch(/[{}|]/)
    const shown = text.split(' | ').at(-1)!
    for (const place of places.filter((one) => one !== 'count' && shown.includes(`{${one}}`))) {
      expect(said, key).toContain(`<${place}>`)
    }
  }
})

it('counts none, one and many', () => {
  expect([0, 1, 2].map((count) => t('shell.keyCount', { count }))).toEqual(['0 keys', '1 key', '2 keys'])
  expect([0, 1, 2].map((count) => t('forms.decimals', { count }))).toEqual(['No decimals', '1 decimal', '2 decimals'])
})

it('fills a place with a value as it is, and leaves one empty that has no value', () => {
  expect(t('shell.footerKeychain', { name: '{name} | $& @' })).toBe('Keychain: {name} | $& @')
  expect(t('shell.footerKeychain')).toBe('Keychain: ')
})
