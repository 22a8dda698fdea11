// Writes the scripts of .vue files as TypeScript, for the rules that need types: oxlint reads types from TypeScript
// only. The compiler treats each file as a neighbour of its component (`rootDirs`), and line numbers are the same.
import { globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { parse } from 'vue/compiler-sfc'

const root = join(import.meta.dirname, '..', '..')

/** Relative to the project's folder. */
export const scriptsFolder = '.cache/vue-scripts'

/** The compiler's configuration for these scripts and the page's other files. */
export const pageProject = `${scriptsFolder}/tsconfig.json`

const project = {
  extends: '../../tsconfig.web.json',
  compilerOptions: { rootDirs: ['.', '../..'], incremental: false, tsBuildInfoFile: null },
  // With the rest of the page: one program computes each type once.
  include: ['.', '../../renderer', '../../test/component'],
}

const blank = (text) => text.replace(/[^\n]/g, ' ')

/** The script blocks of a component; everything else is replaced by spaces. */
export function scriptOf(text) {
  const { script, scriptSetup } = parse(text, { ignoreEmpty: false, sourceMap: false }).descriptor
  const blocks = [script, scriptSetup].filter((block) => block !== null)
    .map(({ loc }) => ({ start: loc.start.offset, end: loc.end.offset })).sort((one, other) => one.start - other.start)
  let written = ''
  for (const { start, end } of blocks) written += blank(text.slice(written.length, start)) + text.slice(start, end)
  return written
}

/** Replaces the scripts of an earlier run by those of all components; returns their paths. */
export function writeVueScripts(folder = root) {
  const scripts = join(folder, scriptsFolder)
  rmSync(scripts, { recursive: true, force: true })
  mkdirSync(scripts, { recursive: true })
  const paths = globSync('renderer/**/*.vue', { cwd: folder })
  for (const path of paths) {
    const target = join(scripts, `${path}.ts`)
    mkdirSync(dirname(target), { recursive: true })
    writeFileSync(target, scriptOf(readFileSync(join(folder, path), 'utf8')))
  }
  writeFileSync(join(scripts, 'tsconfig.json'), JSON.stringify(project, null, 2))
  return paths.map((path) => join(scriptsFolder, `${path}.ts`))
}
