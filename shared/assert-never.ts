/** Marks a branch that the types exclude; throws if data from outside reached it anyway. */
export function assertNever(value: never): never {
  throw new Error(`a case was not handled: ${typeof value}`)
}
