import type { CheckLine } from '#shared/model/application/app.ts'

/** Formats the lines for a terminal. */
export function printed(lines: readonly CheckLine[]): string {
  const words = { good: 'ok', warning: 'warning', bad: 'FAILED' } as const
  return lines.map(({ id, result, detail }) => `${words[result].padEnd(9)}${id.padEnd(24)}${detail}\n`).join('')
}

/**
 * Writes to the standard output. Resolves when the text was passed on, so that the end of the process loses nothing.
 */
export function print(text: string): Promise<void> {
  return new Promise((resolve) => { process.stdout.write(text, () => { resolve() }) })
}
