/** Names in a request that the interface does not define: most often a misspelt one. */
import { segments, splitSegment } from '#shared/gateway/encoding/form.ts'
import type { Operation } from '#shared/gateway/operations/operations.ts'
import { wireName } from '#shared/gateway/requests/request.ts'
import type { Readings } from './readings.ts'

export interface UnknownFields {
  readonly operation: string
  /** Each once, in the order of the request. */
  readonly names: readonly string[]
  /** How many more there are that can't be shown. */
  readonly withheld: number
}

/** The fields of a form body that its operation does not have (§2.1 to §2.12); null when it has them all. */
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
 * SECURITY: the text before a `=` may be a part of a value whose `&` was not encoded, or a whole body of another
 * format. Only text shaped like a field of this interface is shown, and none with room for a card number.
 */
function isShowable(name: string): boolean {
  return /^[A-Za-z][A-Za-z0-9_.-]{0,49}$/.test(name) && !/\d{4}/.test(name)
}
