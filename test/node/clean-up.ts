const cleanups: (() => unknown)[] = []

/** Registers a function to run after the current test, the newest first (`after-each.ts`). */
export function onTestEnd(cleanup: () => unknown): void {
  cleanups.push(cleanup)
}

/** Runs the registered functions. */
export async function cleanUp(): Promise<void> {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup()
}
