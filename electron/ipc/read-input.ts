import { failed, success, type Result } from '#shared/result.ts'

/** The part of a schema that is needed here. */
export interface InputSchema {
  safeParse(value: unknown): { readonly success: true; readonly data: unknown } | { readonly success: false }
}

/**
 * Reads the page's input of a call: exactly one argument, which the schema must accept without dropping anything. The
 * failure contains no part of the input.
 */
export function readInput(schema: InputSchema, given: readonly unknown[]): Result<unknown, 'not-in-the-contract'> {
  if (given.length !== 1) return failed('not-in-the-contract')
  const parsed = schema.safeParse(given[0])
  // SECURITY: an undeclared property is refused, not dropped: our own page never sends one.
  if (!parsed.success || !dropsNothing(given[0], parsed.data)) return failed('not-in-the-contract')
  return success(parsed.data)
}

/** True if every key of `raw` is in `parsed` too, at every level; only plain objects and arrays may have keys. */
function dropsNothing(raw: unknown, parsed: unknown): boolean {
  if (typeof raw !== 'object' || raw === null) return true
  if (typeof parsed !== 'object' || parsed === null || !isPlain(raw)) return false
  return Reflect.ownKeys(raw).every((key) =>
    Object.hasOwn(parsed, key) && dropsNothing(Reflect.get(raw, key), Reflect.get(parsed, key)))
}

function isPlain(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value)
  return prototype === Object.prototype || prototype === null || Array.isArray(value)
}
