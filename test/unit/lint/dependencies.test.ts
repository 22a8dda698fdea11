import { resolve } from 'node:path'
import { ESLint } from 'eslint'
import { describe, expect, it } from 'vitest'

const root = resolve(import.meta.dirname, '../../..')
/** ESLint with the project's own configuration, for text of files that need not exist: types are not looked up. */
const eslint = new ESLint({
  cwd: root,
  overrideConfigFile: resolve(root, 'test/lint/untyped.config.js'),
})

async function complaints(filePath: string, code: string): Promise<string[]> {
  const [result] = await eslint.lintText(`${code}\n`, { filePath: resolve(root, filePath) })
  return (result?.messages ?? [])
    .filter(({ ruleId }) => ruleId !== '@typescript-eslint/no-unused-vars')
    .map(({ ruleId, message }) => `${ruleId}: ${message}`)
}

describe('a wrong import is refused', () => {
  const wrong: [string, string, string][] = [
    ['shared/gateway/a.ts', 'import \'../../electron/desk/charge.ts\'', 'electron/desk/charge.ts'],
    ['shared/gateway/a.ts', 'import \'node:crypto\'', 'Node\'s node:crypto'],
    ['shared/gateway/a.ts', 'import \'crypto\'', 'Node\'s crypto'],
    ['shared/gateway/a.ts', 'import \'zod\'', 'zod'],
    ['shared/gateway/a.ts', 'import \'vue\'', 'vue'],
    ['renderer/app/a.ts', 'import \'../../electron/common/log.ts\'', 'electron/common/log.ts'],
    ['renderer/app/a.ts', 'import \'node:fs\'', 'Node\'s node:fs'],
    ['renderer/app/a.ts', 'import \'electron\'', 'electron'],
    ['renderer/app/a.ts', 'import \'zod\'', 'shared/model/zod.ts'],
    ['renderer/app/a.ts', 'import(\'@zxcvbn-ts/core\')', 'shared/model/passphrase-strength.ts'],
    ['electron/common/a.ts', 'import \'../vault/port.ts\'', 'electron/vault/port.ts'],
    ['electron/vault/a.ts', 'import \'../journal/open.ts\'', 'electron/journal/open.ts'],
    ['electron/journal/a.ts', 'import type { Vault } from \'../vault/port.ts\'', 'electron/vault/port.ts'],
    ['electron/gateway/a.ts', 'import \'../desk/charge.ts\'', 'electron/desk/charge.ts'],
    ['electron/sandbox/a.ts', 'import \'../gateway/send.ts\'', 'electron/gateway/send.ts'],
    ['electron/inspector/a.ts', 'import \'../vault/port.ts\'', 'electron/vault/port.ts'],
    ['electron/desk/a.ts', 'import \'../inspector/diagnose.ts\'', 'electron/inspector/diagnose.ts'],
    ['electron/profiles/a.ts', 'import \'../main/index.ts\'', 'electron/main/index.ts'],
    ['electron/vault/a.ts', 'import \'electron\'', 'electron'],
    ['electron/journal/a.ts', 'import \'@napi-rs/keyring\'', '@napi-rs/keyring'],
    ['electron/vault/a.ts', 'import \'undici\'', 'undici'],
    ['electron/desk/a.ts', 'import \'../vault/keychain.ts\'', 'electron/vault/keychain.ts'],
    ['electron/desk/a.ts', 'import \'electron\'', 'electron'],
    ['electron/desk/a.ts', 'import \'../ipc/handlers.ts\'', 'electron/ipc/handlers.ts'],
    ['electron/desk/payments/a.ts', 'import \'../requests/target.ts\'', 'electron/desk/requests/target.ts'],
    ['electron/desk/requests/a.ts', 'import \'../payments/index.ts\'', 'electron/desk/payments/index.ts'],
    ['electron/desk/maintenance/a.ts', 'import \'../requests/index.ts\'', 'electron/desk/requests/index.ts'],
    ['electron/desk/resolution/a.ts', 'import type { Intents } from \'../payments/index.ts\'', 'electron/desk/payments/index.ts'],
    ['electron/desk/payments/a.ts', 'import \'../desk.ts\'', 'electron/desk/desk.ts'],
    ['electron/desk/payments/a.ts', 'import \'../../vault/keychain.ts\'', 'electron/vault/keychain.ts'],
    ['electron/desk/desk.ts', 'import \'./payments/intents.ts\'', 'electron/desk/payments/intents.ts'],
    ['electron/main/a.ts', 'import \'../desk/requests/target.ts\'', 'electron/desk/requests/target.ts'],
    ['electron/ipc/a.ts', 'import \'../desk/payments/index.ts\'', 'electron/desk/payments/index.ts'],
    ['electron/ipc/a.ts', 'import \'../vault/port.ts\'', 'electron/vault/port.ts'],
    ['electron/preload/a.ts', 'import \'../desk/charge.ts\'', 'electron/desk/charge.ts'],
    ['electron/main/a.ts', 'import \'../../renderer/main.ts\'', 'renderer/main.ts'],
    ['electron/main/a.ts', 'import \'../../test/host/host.ts\'', 'test/host/host.ts'],
  ]
  it.each(wrong)('%s: %s', async (file, code, named) => {
    const found = await complaints(file, code)
    expect(found).toHaveLength(1)
    expect(found[0]).toMatch(/^architecture\/dependencies: /)
    expect(found[0]).toContain(named)
  })

  it.each([
    ['export { log } from \'../journal/open.ts\''],
    ['export * from \'../journal/open.ts\''],
    ['export const load = () => import(\'../journal/open.ts\')'],
    ['export type Log = import(\'../journal/open.ts\').Log'],
  ])('in whatever form: %s', async (code) => {
    expect(await complaints('electron/vault/a.ts', code)).toEqual([expect.stringMatching(/^architecture\/dependencies: .*electron\/journal\/open\.ts/)])
  })

  it('when its suffix is missing, which Node could not resolve', async () => {
    expect(await complaints('electron/vault/a.ts', 'import \'./keychain\'')).toEqual([expect.stringContaining('suffix')])
  })
})

describe('a right import passes', () => {
  it.each([
    ['shared/ipc/contract.ts', 'import \'#shared/model/zod.ts\''],
    ['shared/gateway/oauth.ts', 'import \'./percent.ts\''],
    ['renderer/features/history/a.ts', 'import \'vue\'\nimport \'#shared/gateway/money.ts\'\nimport \'../../ui/field.ts\''],
    ['electron/vault/process.ts', 'import \'node:crypto\'\nimport \'@napi-rs/keyring\'\nimport \'../common/rpc.ts\''],
    ['electron/gateway/send.ts', 'import \'undici\'\nimport \'#shared/gateway/outcome.ts\''],
    ['electron/desk/services.ts', 'import type { Vault } from \'../vault/port.ts\'\nimport \'#shared/gateway/outcome.ts\''],
    ['electron/desk/payments/index.ts', 'import \'./intents.ts\'\nimport \'../requests/index.ts\'\nimport \'../context.ts\''],
    ['electron/desk/desk.ts', 'import \'./payments/index.ts\''],
    ['electron/main/self-check.ts', 'import \'../desk/profiles/index.ts\''],
    ['electron/ipc/handlers.ts', 'import \'../desk/desk.ts\'\nimport \'#shared/ipc/contract.ts\''],
    ['electron/preload/index.ts', 'import \'electron\''],
    ['electron/main/index.ts', 'import \'electron\'\nimport \'node:path\'\nimport \'../vault/port.ts\'\nimport \'../ipc/handlers.ts\''],
  ])('%s', async (file, code) => {
    expect(await complaints(file, code)).toEqual([])
  })
})

describe('shared is pure', () => {
  it.each([
    ['export const now = () => Date.now()'],
    ['export const now = () => new Date()'],
    ['export const now = () => Date()'],
    ['export const dice = () => Math.random()'],
    ['export const id = () => crypto.randomUUID()'],
    ['export const later = () => setTimeout(() => {}, 1)'],
    ['export const title = () => document.title'],
    ['export const home = () => process.env'],
    ['export const bytes = () => Buffer.from([])'],
  ])('refuses %s', async (code) => {
    expect(await complaints('shared/gateway/a.ts', code)).toEqual([expect.stringMatching(/^no-restricted-/)])
  })

  it('lets a given time through', async () => {
    expect(await complaints('shared/gateway/a.ts', 'export const at = (ms: number) => new Date(ms)')).toEqual([])
  })
})

describe('the house style is enforced', () => {
  const component = (template: string) => `<script setup lang="ts">\ndefineProps<{ text: string }>()\n</script>\n\n<template>\n  ${template}\n</template>`
  it.each([
    ['shared/gateway/a.ts', 'export default 1', 'no-restricted-syntax'],
    ['electron/desk/a.ts', 'export const first = (list: string[]) => list[0]!', '@typescript-eslint/no-non-null-assertion'],
    ['electron/desk/a.ts', 'export const first = (value: any) => String(value)', '@typescript-eslint/no-explicit-any'],
    ['electron/desk/a.ts', 'export const title = () => document.title', 'no-restricted-globals'],
    ['electron/desk/a.ts', Array.from({ length: 301 }, (_, index) => `export const n${index} = 0`).join('\n'), 'max-lines'],
    ['renderer/ui/a.vue', component('<p v-html="text" />'), 'vue/no-v-html'],
    ['renderer/ui/a.vue', component('<p style="color: red">{{ text }}</p>'), 'vue/no-static-inline-styles'],
  ])('%s %#', async (file, code, rule) => {
    expect(await complaints(file, code)).toEqual([expect.stringContaining(`${rule}: `)])
  })

  it.each([
    ['blanks at an end, looked through once for each', '/[ ]+$/'],
    ['a value and the blanks behind it', '/^(\\S.*?) *$/'],
    ['a letter and a blank in either order', '/\\p{L}.*\\s|\\s.*\\p{L}/u'],
    ['nested repetition', '/^(?:a+)+$/'],
    ['a pattern put together', 'new RegExp(`${\'a+\'}$`)'],
  ])('a pattern whose time grows faster than its text: %s', async (_what, pattern) => {
    for (const file of ['shared/gateway/a.ts', 'electron/desk/a.ts', 'renderer/ui/a.ts']) {
      const [found] = await complaints(file, `export const pattern = ${pattern}`)
      expect(found?.slice(0, 80)).toMatch(/^regexp\/no-super-linear-(?:move|backtracking): /)
    }
  })

  it('in tests `!` is allowed', async () => {
    expect(await complaints('test/unit/a.test.ts', 'export const first = (list: string[]) => list[0]!')).toEqual([])
  })
})
