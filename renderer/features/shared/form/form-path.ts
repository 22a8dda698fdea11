import type { Operation } from '#shared/gateway/operations/operations.ts'

/** The route of an operation's form: below "More operations", or the operation's own screen. */
export function formPath({ id, screen }: Operation<string>): string {
  return screen ?? `/more-operations/${id}`
}
