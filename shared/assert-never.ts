/** Marks a branch that the types say can't be reached; throws if data from outside got there all the same. */
export function assertNever(value: never): never {
  throw new Error(`a case was not handled: ${typeof value}`)
}
