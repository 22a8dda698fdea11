import { globSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, it, vi } from 'vitest'
import { switchedOff } from '../../../electron/vault/keychain/native-failure.ts'
import { en } from '../../../renderer/i18n/en.ts'
import { createTexts } from '../../support/texts.ts'

function leaves(node: object, path: string[] = []): { key: string; text: string }[] {
  return Object.entries(node).flatMap(([name, value]: [string, unknown]) => (typeof value === 'string'
    ? [{ key: [...path, name].join('.'), text: value }]
    : leaves(value as object, [...path, name])))
}

const all = leaves(en)

/** Possible keys in the sources: each name with dots, and the pattern of each template, such as `${…}.name`. */
function keysInSources(): (key: string) => boolean {
  const root = resolve(import.meta.dirname, '../../..')
  const sources = globSync('{electron,renderer,shared}/**/*.{ts,vue}', { cwd: root })
    .filter((path) => !/i18n[/\\]en[/\\]/.test(path)).map((path) => readFileSync(join(root, path), 'utf8')).join('\n')
  const names = new Set([...sources.matchAll(/['"`]([a-z][\w-]*(?:\.[\w-]+)+)['"`]/gi)].map(([, name]) => name))
  const value = /\$\{(?:[^`{}]|`[^`]*`|\{[^{}]*\})*\}/g
  const templates = [...sources.matchAll(/`((?:[\w.-]|\$\{(?:[^`{}]|`[^`]*`|\{[^{}]*\})*\})+)`/g)]
    .map(([, template = '']) => template.replace(value, '*')).filter((template) => /^(?:[a-z][\w-]*\.|\*\.[a-z]+$)/i.test(template))
  const patterns = [...new Set(templates)].map((template) =>
    new RegExp(`^${template.replaceAll('.', '\\.').replaceAll('*', '.+')}$`))
  return (key) => names.has(key) || patterns.some((pattern) => pattern.test(key))
}

it('every text can be printed with all placeholders filled', () => {
  const complaints = vi.spyOn(console, 'warn').mockImplementation(() => undefined)
  const { t } = createTexts().global
  for (const { key, text } of all) {
    const places = [...text.matchAll(/\{(\w+)\}/g)].map((match) => match[1]!)
    const printed = t(key, Object.fromEntries(places.map((place) => [place, place === 'count' ? 2 : `<${place}>`])), 2)
    expect(printed, key).not.toBe(key)
    expect(printed, key).not.toMatch(/[{}|]/)
    const shown = text.split(' | ').at(-1)!
    for (const place of places.filter((one) => one !== 'count' && shown.includes(`{${one}}`))) {
      expect(printed, key).toContain(`<${place}>`)
    }
  }
  expect(complaints.mock.calls.flat().join('\n')).toBe('')
})

it('every text is used by the page or main', () => {
  const isAskedFor = keysInSources()
  expect(all.map(({ key }) => key).filter((key) => !isAskedFor(key))).toEqual([])
})

it('the advice for an outcome that stays open uses the names of the menu item and the document', () => {
  expect(en.openOutcomes.notFound.never).toContain(en.order.documents)
  expect(en.openOutcomes.notFound.never).toContain(en.documents.investigation.toLowerCase())
})

it('texts about secrets without a keychain name the lock, which deletes them like quitting', () => {
  for (const text of [switchedOff, en.shell.footerThisRunHint, en.shell.thisRun, en.keys.keptThisRun]) expect(text).toMatch(/\block/)
})

it('texts have a singular and a plural form', () => {
  const { t } = createTexts().global
  expect(t('shell.keyCount', { count: 1 }, 1)).toBe('1 key')
  expect(t('shell.keyCount', { count: 2 }, 2)).toBe('2 keys')
  expect(t('shell.keyCount', { count: 0 }, 0)).toBe('0 keys')
})

it('texts are interpreted, since the page forbids compiling them', () => {
  const forbidden = vi.spyOn(globalThis, 'Function').mockImplementation(() => { throw new EvalError('refused') })
  try {
    expect(createTexts().global.t('shell.footerKeychain', { name: 'GNOME Keyring' })).toBe('Keychain: GNOME Keyring')
  } finally {
    forbidden.mockRestore()
  }
})
