import { firstSchema } from './first-schema.ts'
import type { Migration } from './migration.ts'

/** Every step from an empty file to the form that this version writes, in order. */
export const migrations: readonly Migration[] = [firstSchema]

/**
 * The number of the first schema (`user_version`). Development versions counted up to 102, so that they refuse a file
 * of this version as newer, and no number has two meanings.
 */
const firstVersion = 103

/** The number of the schema after the last of these steps. */
export function versionOf(steps: readonly Migration[]): number {
  return firstVersion + steps.length - 1
}

/** The steps that a file of a version still lacks; 0 is an empty file. */
export function stepsFrom(version: number, steps: readonly Migration[]): readonly Migration[] {
  return version === 0 ? steps : steps.slice(version - firstVersion + 1)
}
