// Once for all files of a run.
import type { TestProject } from 'vitest/node'
import { buildEntries } from '../support/processes/built-entries.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** The folder of the built entries. */
    builtEntries: string
  }
}

export async function setup(project: TestProject): Promise<void> {
  project.provide('builtEntries', await buildEntries())
}
