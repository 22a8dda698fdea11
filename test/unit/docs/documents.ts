import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** The project's folder. */
export const root = join(import.meta.dirname, '../../..')

const folders = ['docs', 'electron', 'renderer', 'resources', 'shared', 'test']

/** Every document of the project, with its path from the project's folder. */
export const documents: readonly string[] = ['*.md', ...folders.map((folder) => `${folder}/**/*.md`)]
  .flatMap((pattern) => globSync(pattern, { cwd: root })).filter((path) => !path.includes('.artifacts'))
  .map((path) => path.replaceAll('\\', '/'))

/** Returns the text of a file of the project. */
export const read = (path: string): string => readFileSync(join(root, path), 'utf8')
