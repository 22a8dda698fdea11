const cleanups: (() => unknown)[] = []

/** Has something done after the test that is running, the newest first (`after-each.ts`). */
export function onTestEnd(cleanup: () => unknown): void {
  cleanups.push(cleanup)
}

/** Does what was put off until now. */
export async function cleanUp(): Promise<void> {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup()
}
