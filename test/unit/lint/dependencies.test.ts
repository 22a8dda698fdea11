import { readdirSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { ESLint } from 'eslint'
import { beforeAll, describe, expect, it } from 'vitest'
import { ordered } from '../../lint/dependencies.js'
import { complaintsAbout } from './planted.ts'

const planted = new Map<string, string>()
let found: ReadonlyMap<string, readonly string[]>

/** Writes code to a file with a new name; returns its path. */
function plant(path: string, code: string): string {
  const own = path.replace(/\/a\./, `/a${planted.size}.`)
  if (planted.has(own)) throw new Error(`${own} is planted twice`)
  planted.set(own, `${code}\n`)
  return own
}

beforeAll(() => { found = complaintsAbout(Object.fromEntries(planted)) }, 120_000)

const complaints = (path: string) => (found.get(path) ?? []).filter((complaint) => !complaint.startsWith('eslint(no-unused-vars)'))

describe('a wrong import is refused', () => {
  const wrong: [string, string, string][] = [
    ['shared/gateway/a.ts', 'import \'../../electron/desk/charge.ts\'', 'electron/desk/charge.ts'],
    ['shared/gateway/a.ts', 'import \'node:crypto\'', 'Node\'s node:crypto'],
    ['shared/gateway/a.ts', 'import \'crypto\'', 'Node\'s crypto'],
    ['shared/gateway/a.ts', 'import \'zod\'', 'zod'],
    ['shared/gateway/a.ts', 'import \'vue\'', 'vue'],
    ['renderer/app/a.ts', 'import \'../../electron/common/processes/log.ts\'', 'electron/common/processes/log.ts'],
    ['renderer/app/a.ts', 'import \'node:fs\'', 'Node\'s node:fs'],
    ['renderer/app/a.ts', 'import \'electron\'', 'electron'],
    ['renderer/app/a.ts', 'import \'zod\'', 'shared/model/values/zod.ts'],
    ['renderer/app/a.ts', 'void import(\'@zxcvbn-ts/core\')', 'shared/model/persons/passphrase-dictionaries.ts'],
    ['electron/common/a.ts', 'import \'../vault/port.ts\'', 'electron/vault/port.ts'],
    ['electron/vault/a.ts', 'import \'../journal/open.ts\'', 'electron/journal/open.ts'],
    ['electron/vault/keychain/a.ts', 'import \'../protection/session.ts\'', 'electron/vault/protection/session.ts'],
    ['electron/vault/keys/a.ts', 'import type { VaultProcess } from \'../client.ts\'', 'electron/vault/client.ts'],
    ['electron/journal/write/a.ts', 'import \'../read/find.ts\'', 'electron/journal/read/find.ts'],
    ['electron/journal/proof/a.ts', 'import \'../journal.ts\'', 'electron/journal/journal.ts'],
    ['electron/journal/a.ts', 'import type { Vault } from \'../vault/port.ts\'', 'electron/vault/port.ts'],
    ['shared/model/values/a.ts', 'import \'../profiles/profile.ts\'', 'shared/model/profiles/profile.ts'],
    ['shared/gateway/numbers/a.ts', 'import \'#shared/gateway/fields/fields.ts\'', 'shared/gateway/fields/fields.ts'],
    ['renderer/ui/messages/a.ts', 'import \'../form/field.ts\'', 'renderer/ui/form/field.ts'],
    ['electron/gateway/a.ts', 'import \'../desk/charge.ts\'', 'electron/desk/charge.ts'],
    ['electron/sandbox/a.ts', 'import \'../gateway/send.ts\'', 'electron/gateway/send.ts'],
    ['electron/inspector/a.ts', 'import \'../vault/port.ts\'', 'electron/vault/port.ts'],
    ['electron/desk/a.ts', 'import \'../inspector/diagnose.ts\'', 'electron/inspector/diagnose.ts'],
    ['electron/profiles/a.ts', 'import \'../main/index.ts\'', 'electron/main/index.ts'],
    ['electron/vault/a.ts', 'import \'electron\'', 'electron'],
    ['electron/journal/a.ts', 'import \'@napi-rs/keyring\'', '@napi-rs/keyring'],
    ['electron/vault/a.ts', 'import \'undici\'', 'undici'],
    ['electron/desk/a.ts', 'import \'../vault/keychain/keychain.ts\'', 'electron/vault/keychain/keychain.ts'],
    ['electron/desk/a.ts', 'import \'electron\'', 'electron'],
    ['electron/desk/a.ts', 'import \'../ipc/handlers.ts\'', 'electron/ipc/handlers.ts'],
    ['electron/desk/payments/a.ts', 'import \'../requests/target.ts\'', 'electron/desk/requests/target.ts'],
    ['electron/desk/requests/a.ts', 'import \'../payments/index.ts\'', 'electron/desk/payments/index.ts'],
    ['electron/desk/maintenance/a.ts', 'import \'../requests/index.ts\'', 'electron/desk/requests/index.ts'],
    ['electron/desk/resolution/a.ts', 'import type { Intents } from \'../payments/index.ts\'', 'electron/desk/payments/index.ts'],
    ['electron/desk/payments/a.ts', 'import \'../desk.ts\'', 'electron/desk/desk.ts'],
    ['electron/desk/payments/a.ts', 'import \'../../vault/keychain/keychain.ts\'', 'electron/vault/keychain/keychain.ts'],
    ['electron/desk/a.ts', 'import \'./payments/intents.ts\'', 'electron/desk/payments/intents.ts'],
    ['electron/main/a.ts', 'import \'../desk/requests/target.ts\'', 'electron/desk/requests/target.ts'],
    ['electron/ipc/a.ts', 'import \'../desk/payments/index.ts\'', 'electron/desk/payments/index.ts'],
    ['electron/ipc/a.ts', 'import \'../vault/port.ts\'', 'electron/vault/port.ts'],
    ['electron/preload/a.ts', 'import \'../desk/charge.ts\'', 'electron/desk/charge.ts'],
    ['electron/main/window/a.ts', 'import \'../quit/quit.ts\'', 'electron/main/quit/quit.ts'],
    ['electron/main/page/a.ts', 'import \'../services.ts\'', 'electron/main/services.ts'],
    ['electron/main/a.ts', 'import \'../../renderer/main.ts\'', 'renderer/main.ts'],
    ['electron/main/a.ts', 'import \'../../test/host/host.ts\'', 'test/host/host.ts'],
    ['renderer/features/today/a.ts', 'import \'../history/list.ts\'', 'renderer/features/history/list.ts'],
    ['renderer/features/shared/a.ts', 'import \'../history/list.ts\'', 'renderer/features/history/list.ts'],
  ]
  it.each(wrong.map(([file, code, named]) => ({ path: plant(file, code), code, named })))('$path: $code', ({ path, named }) => {
    expect(complaints(path)).toEqual([expect.stringMatching(/^architecture\(dependencies\): /)])
    expect(complaints(path)[0]).toContain(named)
  })

  it.each([
    'export { log } from \'../journal/open.ts\'',
    'export * from \'../journal/open.ts\'',
    'export const load = () => import(\'../journal/open.ts\')',
    'export type Log = import(\'../journal/open.ts\').Log',
  ].map((code) => ({ code, path: plant('electron/vault/a.ts', code) })))('in any form: $code', ({ path }) => {
    expect(complaints(path)).toEqual([expect.stringMatching(/^architecture\(dependencies\): .*electron\/journal\/open\.ts/)])
  })

  const withoutSuffix = plant('electron/vault/a.ts', 'import \'./keychain\'')
  it('without its suffix, which Node could not resolve', () => {
    expect(complaints(withoutSuffix)).toEqual([expect.stringContaining('suffix')])
  })
})

describe('a right import passes', () => {
  it.each([
    ['shared/ipc/contract.ts', 'import \'#shared/model/values/zod.ts\''],
    ['shared/gateway/signing/oauth.ts', 'import \'../encoding/percent.ts\''],
    ['renderer/features/history/a.ts', 'import \'vue\'\nimport \'#shared/gateway/numbers/money.ts\'\nimport \'../../ui/form/field.ts\'\nimport \'../shared/order/sentence.ts\''],
    ['renderer/features/payment/a.ts', 'import \'../three-d-secure/track.ts\''],
    ['electron/vault/keys/a.ts', 'import \'../keychain/stores.ts\'\nimport \'../port.ts\'\nimport \'../../common/deadline.ts\''],
    ['electron/vault/process.ts', 'import \'node:crypto\'\nimport \'@napi-rs/keyring\'\nimport \'../common/rpc.ts\''],
    ['electron/gateway/send.ts', 'import \'undici\'\nimport \'#shared/gateway/replies/outcome.ts\''],
    ['electron/desk/services.ts', 'import type { Vault } from \'../vault/port.ts\'\nimport \'#shared/gateway/replies/outcome.ts\''],
    ['electron/desk/payments/index.ts', 'import \'./intents.ts\'\nimport \'../requests/index.ts\'\nimport \'../context.ts\''],
    ['electron/desk/desk.ts', 'import \'./payments/index.ts\''],
    ['electron/main/self-check/self-check.ts', 'import \'../../desk/profiles/index.ts\'\nimport \'../installation/paths.ts\''],
    ['electron/ipc/handlers.ts', 'import \'../desk/desk.ts\'\nimport \'#shared/ipc/contract.ts\''],
    ['electron/preload/index.ts', 'import \'electron\''],
    ['electron/main/index.ts', 'import \'electron\'\nimport \'node:path\'\nimport \'../vault/port.ts\'\nimport \'../ipc/handlers.ts\''],
  ].map(([file = '', code = '']) => plant(file, code)))('%s', (path) => {
    expect(complaints(path)).toEqual([])
  })
})

describe('the folders of a folder with an order', () => {
  it.each(Object.entries(ordered))('of %s all have a position, and its README lists them in order', (folder, { folders }) => {
    const path = resolve(import.meta.dirname, '../../..', folder)
    const there = readdirSync(path, { withFileTypes: true }).filter((entry) => entry.isDirectory())
    expect(folders.toSorted()).toEqual(there.map(({ name }) => name).toSorted())
    const listed = [...readFileSync(resolve(path, 'README.md'), 'utf8').matchAll(/^(?:\* |\| )`([\w-]+)\/`/gm)].map(([, name]) => name)
    expect(listed).toEqual(folders)
  })
})

describe('shared is pure', () => {
  it.each([
    'export const now = () => Date.now()',
    'export const now = () => new Date()',
    'export const now = () => Date()',
    'export const dice = () => Math.random()',
    'export const id = () => crypto.randomUUID()',
    'export const later = () => setTimeout(() => {}, 1)',
    'export const title = () => document.title',
    'export const home = () => process.env',
    'export const bytes = () => Buffer.from([])',
  ].map((code) => ({ code, path: plant('shared/gateway/a.ts', code) })))('refuses $code', ({ path }) => {
    expect(complaints(path)).toEqual([expect.stringMatching(/^(?:core|eslint)\(no-restricted-/)])
  })

  const given = plant('shared/gateway/a.ts', 'export const at = (ms: number) => new Date(ms)')
  it('may use a time that was passed in', () => {
    expect(complaints(given)).toEqual([])
  })
})

describe('the project’s style is enforced', () => {
  const component = (template: string) => `<script setup lang="ts">\ndefineProps<{ text: string }>()\n</script>\n\n<template>\n  ${template}\n</template>`
  it.each([
    ['shared/gateway/a.ts', 'export default 1', 'core(no-restricted-syntax)'],
    ['electron/desk/a.ts', 'export const first = (list: string[]) => list[0]!', 'typescript(no-non-null-assertion)'],
    ['electron/desk/a.ts', 'export const first = (value: any) => String(value)', 'typescript(no-explicit-any)'],
    ['electron/desk/a.ts', 'export const title = () => document.title', 'eslint(no-restricted-globals)'],
    ['electron/desk/a.ts', Array.from({ length: 301 }, (_, index) => `export const n${index} = 0`).join('\n'), 'eslint(max-lines)'],
  ].map(([file = '', code = '', rule]) => ({ path: plant(file, code), rule })))('$path: $rule', ({ path, rule }) => {
    expect(complaints(path)).toEqual([expect.stringContaining(`${rule}: `)])
  })

  it.each([
    ['<p v-html="text" />', 'vue/no-v-html'],
    ['<p style="color: red">{{ text }}</p>', 'vue/no-static-inline-styles'],
    ['<p>{{ text }}</p><a :href="missing" v-if="text" v-for="one of text" />', 'vue/no-use-v-if-with-v-for'],
  ])('in a template: %s', async (template, rule) => {
    const eslint = new ESLint({ cwd: resolve(import.meta.dirname, '../../..') })
    const [result] = await eslint.lintText(`${component(template)}\n`, { filePath: 'renderer/ui/a.vue' })
    expect(result?.messages.map(({ ruleId }) => ruleId)).toContain(rule)
  })

  it.each([
    ['blanks at an end, looked through once for each', '/[ ]+$/'],
    ['a value and the blanks behind it', '/^(\\S.*?) *$/'],
    ['a letter and a blank in either order', '/\\p{L}.*\\s|\\s.*\\p{L}/u'],
    ['nested repetition', '/^(?:a+)+$/'],
    ['a pattern put together', 'new RegExp(`${\'a+\'}$`)'],
  ].map(([what, pattern]) => ({
    what,
    paths: ['shared/gateway/a.ts', 'electron/desk/a.ts', 'renderer/ui/a.ts']
      .map((file) => plant(file, `export const pattern = ${pattern}`)),
  })))('refuses a pattern whose time grows faster than its text: $what', ({ paths }) => {
    for (const path of paths) expect(complaints(path)[0]).toMatch(/^regexp\(no-super-linear-(?:move|backtracking)\): /)
  })

  const test = plant('test/unit/a.test.ts', 'export const first = (list: string[]) => list[0]!')
  it('allows `!` in tests', () => {
    expect(complaints(test)).toEqual([])
  })
})
