import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'

const root = join(import.meta.dirname, '../../..')
const folder = mkdtempSync(join(tmpdir(), 'vectors-'))
afterAll(() => { rmSync(folder, { recursive: true, force: true }) })

function run(...files: string[]) {
  const ended = spawnSync('node', [join(root, 'test/vectors/run.ts'), ...files], { cwd: root, encoding: 'utf8' })
  return { lines: ended.stdout.trimEnd().split('\n'), errors: ended.stderr, code: ended.status }
}

function file(name: string, content: unknown): string {
  const path = join(folder, name)
  writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content))
  return path
}

const given = join(root, 'test/vectors/vectors.json')
const vectors = JSON.parse(readFileSync(given, 'utf8')) as { expected: Record<string, unknown> }[]

describe('the runner of vectors', () => {
  it('passes the whole given file, also named twice', () => {
    expect(run()).toMatchObject({ lines: [`${vectors.length} passed, 0 failed`], code: 0 })
    expect(run(given, given).lines).toEqual([`${2 * vectors.length} passed, 0 failed`])
  })

  it('fails every vector whose expectation is changed', () => {
    const changed = vectors.map((vector) => ({
      ...vector, expected: Object.fromEntries(Object.entries(vector.expected).map(([name, value]) =>
        [name, typeof value === 'boolean' ? !value : typeof value === 'string' ? `${value}0` : { type: 'changed' }])),
    }))
    const { lines, code } = run(file('changed.json', changed))
    expect(lines.at(-1)).toBe(`0 passed, ${vectors.length} failed`)
    expect(lines[0]).toMatch(/^FAIL ctl-doc-sale: expected text ".*" got ".*"$/)
    expect(code).toBe(1)
  })

  it('fails what it cannot check, in one line each and without a stack trace', () => {
    const odd = file('odd.json', [
      { id: 'kind', kind: 'telepathy', input: {}, expected: {} },
      { id: 'prototype', kind: 'constructor', input: {}, expected: {} },
      { id: 'key', kind: 'amount', input: { amount: '1', exponent: 2 }, expected: { major: '1' } },
      { id: 'input', kind: 'amount', expected: { minor: '1' } },
      { id: 'type', kind: 'amount', input: { amount: 1, exponent: 2 }, expected: { minor: '100' } },
      { id: 'pem', kind: 'oauth-signature', input: { signatureMethod: 'RSA-SHA256', base_string: 'a', private_key_pem: 'x' }, expected: { signature_base64: '' } },
      { id: 'operation', kind: 'control', input: { operation: 'wish', fields: {}, merchantControl: '' }, expected: { text: '' } },
      null,
    ])
    const { lines, errors, code } = run(odd, file('broken.json', '{'), file('object.json', {}), join(folder, 'absent.json'))
    expect(lines).toHaveLength(12)
    expect(lines.slice(0, -1).every((line) => /^FAIL .+: expected .+ got .+$/.test(line))).toBe(true)
    expect(lines.at(-1)).toBe('0 passed, 11 failed')
    expect(errors).toBe('')
    expect(code).toBe(1)
  })
})
