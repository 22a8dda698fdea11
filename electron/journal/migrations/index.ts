import { firstSchema } from './first-schema.ts'
import type { Migration } from './migration.ts'

/** Every step from an empty file to the form that this version writes, in order. */
export const migrations: readonly Migration[] = [firstSchema]

/**
 * The number of the first schema (`user_version`). Development versions counted theirs up to 102: one that meets a file
 * of this version refuses it as newer, and no number means two forms.
 */
const firstVersion = 103

/** The number of the form that the last of these steps makes. */
export function versionOf(steps: readonly Migration[]): number {
  return firstVersion + steps.length - 1
}

/** The steps that a file of a version still lacks; 0 is an empty file. */
export function stepsFrom(version: number, steps: readonly Migration[]): readonly Migration[] {
  return version === 0 ? steps : steps.slice(version - firstVersion + 1)
}
