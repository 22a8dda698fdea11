import type { Operation } from '#shared/gateway/operations/operations.ts'

/** The address of an operation's form; an operation that is not in the overview has a screen of its own. */
export function formPath({ id, screen }: Operation<string>): string {
  return screen ?? `/more-operations/${id}`
}
