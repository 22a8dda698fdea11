/** Field names in a request that the interface does not define, usually misspelt ones. */
import { segments, splitSegment } from '#shared/gateway/encoding/form.ts'
import type { Operation } from '#shared/gateway/operations/operations.ts'
import { wireName } from '#shared/gateway/requests/request.ts'
import type { Readings } from './readings.ts'

export interface UnknownFields {
  readonly operation: string
  /** Each once, in the order of the request. */
  readonly names: readonly string[]
  /** The number of further names that must not be shown. */
  readonly withheld: number
}

/** The fields of a form body that its operation does not define (§2.1 to §2.12); null if there are none. */
export function unknownFields(operation: Operation<string>, body: string, readings: Readings): UnknownFields | null {
  const known = new Set(operation.fields.map((use) => wireName(use, readings)))
  const isOAuth = operation.authentication.kind === 'oauth'
  const unknown = new Map(segments(body)
    .map((segment) => [splitSegment(segment)[0], segment.includes('=')] as const)
    .filter(([name]) => !known.has(name) && !(isOAuth && name.startsWith('oauth_'))))
  if (unknown.size === 0) return null
  const names = [...unknown].flatMap(([name, hasValue]) => hasValue && isShowable(name) ? [name] : [])
  return { operation: operation.id, names, withheld: unknown.size - names.length }
}

/** One line for a person: "sale: customer_agent, and 1 more whose name is not shown". */
export function unknownFieldsLine({ operation, names, withheld }: UnknownFields): string {
  const hidden = withheld === 0 ? [] : [`${withheld} more whose ${withheld === 1 ? 'name is' : 'names are'} not shown`]
  return `Fields that the interface does not know for ${operation}: ${[...names, ...hidden].join(', ')}.`
}

/**
 * SECURITY: the text before a `=` may be part of a value whose `&` was not encoded, or a whole body in another format.
 * Only text in the form of this interface's field names is shown, and none that could contain a card number.
 */
function isShowable(name: string): boolean {
  return /^[A-Za-z][A-Za-z0-9_.-]{0,49}$/.test(name) && !/\d{4}/.test(name)
}
