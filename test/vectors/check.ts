import { readFileSync } from 'node:fs'
import { isDeepStrictEqual } from 'node:util'
import { Input } from './input.ts'
import { authorizationParameters, kinds, type Results } from './kinds.ts'

export interface Checked {
  readonly passed: number
  /** One line each: `FAIL id: expected … got …`. */
  readonly failures: readonly string[]
}

/** Checks every vector of a file. A file that can't be read, or that has no vectors, is one failure. */
export function checkFile(path: string): Checked {
  try {
    const vectors: unknown = JSON.parse(readFileSync(path, 'utf8'))
    if (!Array.isArray(vectors)) return { passed: 0, failures: [fail(path, 'a list of vectors', 'something else')] }
    const failures = vectors.map(checkVector).filter((failure) => failure !== null)
    return { passed: vectors.length - failures.length, failures }
  } catch (error) {
    return { passed: 0, failures: [fail(path, 'a readable file of vectors', sentence(error))] }
  }
}

/** Runs the product on one vector; null if every expected value matches. */
function checkVector(vector: unknown, index: number): string | null {
  const id = nameOf(vector, index)
  try {
    const entry = new Input(vector, 'vector')
    const kind = entry.text('kind')
    const evaluate = Object.hasOwn(kinds, kind) ? kinds[kind] : undefined
    if (evaluate === undefined) return fail(id, 'a kind that is known', kind)
    const input = entry.optional('input')
    const expected = entry.optional('expected')?.value
    if (input === null || typeof expected !== 'object' || expected === null) {
      return fail(id, 'an entry with input and expected', 'one without')
    }
    return compare(id, expected, evaluate(input))
  } catch (error) {
    return fail(id, 'an answer', sentence(error))
  }
}

function compare(id: string, expected: object, results: Results): string | null {
  for (const [name, wanted] of Object.entries(expected) as [string, unknown][]) {
    const result = Object.hasOwn(results, name) ? results[name] : undefined
    if (result === undefined) return fail(id, `${name} ${show(wanted)}`, 'nothing of that name')
    const got = result()
    if (!meets(name, got, wanted)) return fail(id, `${name} ${show(wanted)}`, show(got))
  }
  return null
}

/** Only the expected fields of a reply are compared, and the parameters of a header in any order. */
function meets(name: string, got: unknown, wanted: unknown): boolean {
  if (name === 'authorization') return isDeepStrictEqual(authorizationParameters(got), authorizationParameters(wanted))
  if (name !== 'fields') return isDeepStrictEqual(got, wanted)
  return typeof wanted === 'object' && wanted !== null && typeof got === 'object' && got !== null
    && Object.entries(wanted).every(([field, value]) => Object.hasOwn(got, field) && Reflect.get(got, field) === value)
}

function nameOf(vector: unknown, index: number): string {
  const id: unknown = typeof vector === 'object' && vector !== null ? Reflect.get(vector, 'id') : undefined
  return typeof id === 'string' ? id : `entry ${index + 1}`
}

function fail(id: string, expected: string, got: string): string {
  return `FAIL ${id}: expected ${expected} got ${got}`
}

function show(value: unknown): string {
  return JSON.stringify(value) ?? 'nothing'
}

function sentence(error: unknown): string {
  return error instanceof Error ? error.message.split('\n')[0] ?? error.name : 'an error'
}
