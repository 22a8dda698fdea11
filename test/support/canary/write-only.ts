/** The parts of the contract that only go from the page to main, derived from its schemas. */
import { calls, type CallName } from '#shared/ipc/contract.ts'

/** The part of a schema that is needed to walk it. */
interface Schema {
  meta?(): Readonly<Record<string, unknown>> | undefined
  readonly shape?: Readonly<Record<string, Schema>>
  unwrap?(): Schema
}

/** Paths of the write-only parts of a call's input, such as `confidential`. */
export function writeOnlyPaths(name: CallName): string[] {
  return pathsIn(calls[name].input, [])
}

function pathsIn(schema: Schema, path: readonly string[]): string[] {
  if (schema.meta?.()?.writeOnly === true) return [path.join('.')]
  if (schema.shape !== undefined) {
    return Object.entries(schema.shape).flatMap(([key, part]) => pathsIn(part, [...path, key]))
  }
  return typeof schema.unwrap === 'function' ? pathsIn(schema.unwrap(), path) : []
}

/** The input of a call without its write-only parts: it must not hold any planted value. */
export function withoutWriteOnly(name: CallName, input: unknown): unknown {
  const paths = writeOnlyPaths(name)
  const strip = (value: unknown, path: string): unknown => {
    if (paths.includes(path)) return undefined
    if (typeof value !== 'object' || value === null) return value
    if (Array.isArray(value)) return value.map((one) => strip(one, path))
    return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, strip(one, path === '' ? key : `${path}.${key}`)]))
  }
  return strip(input, '')
}
