/** The names of files about keys, which a person sends to gateway support. */
import { expect, it } from 'vitest'
import { fileNameOf } from '../../../electron/desk/profiles/key-files.ts'

it.each([
  ['Acme 2026', 'acme-2026'], ['Ключ Альфа', 'ключ-альфа'], ['مفتاح ٢', 'مفتاح-٢'], ['密钥 甲', '密钥-甲'],
  ['कुंजी', 'कुंजी'], ['Müller/../:*?"<>|\u202E', 'müller'], ['🗝️', 'unnamed'], ['…', 'unnamed'],
])('the file of a key named %s has its name, in any script', (name, part) => {
  expect(fileNameOf('public-key', { environment: 'staging', name })).toBe(`public-key-staging-${part}.pem`)
})
