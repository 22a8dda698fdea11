import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { notice } from '../../../resources/scripts/third-party.ts'

/** A folder with one package of these files. */
function packageOf(files: Readonly<Record<string, string>>): string {
  const folder = mkdtempSync(join(tmpdir(), 'notices-'))
  onTestFinished(() => { rmSync(folder, { recursive: true, force: true }) })
  mkdirSync(join(folder, 'node_modules/words'), { recursive: true })
  const manifest = JSON.stringify({ name: 'words', version: '1.0.0', license: 'MIT' })
  for (const [name, text] of Object.entries({ 'package.json': manifest, ...files })) {
    writeFileSync(join(folder, 'node_modules/words', name), text)
  }
  return folder
}

test('the notices of a package have its license, its notice, and the licenses of what it contains', () => {
  const folder = packageOf({ 'LICENSE.txt': 'its own', 'NOTICE.md': 'its notice', 'THIRD_PARTY_LICENSES.md': 'of others' })
  expect(notice(folder, 'words')).toEqual({ name: 'words', version: '1.0.0', license: 'MIT', text: 'its own\n\nits notice\n\nof others' })
})

test('licenses of contained packages are not its own', () => {
  expect(() => notice(packageOf({ 'ThirdPartyNotices.txt': 'of others' }), 'words')).toThrow('words has no license')
})

test('the dictionaries for passphrases come with the license of their source', () => {
  const name = '@zxcvbn-ts/language-en'
  const text = readFileSync(join('node_modules', name, 'THIRD_PARTY_LICENSES.md'), 'utf8').trim()
  expect(notice('.', name).text).toContain(text)
})
