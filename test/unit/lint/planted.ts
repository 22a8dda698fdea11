// Runs oxlint like `npm run lint`, over a project of a few planted files.
import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { writeVueScripts } from '../../lint/vue-scripts.js'

const root = resolve(import.meta.dirname, '../../..')

interface Report {
  readonly diagnostics: readonly { readonly filename: string, readonly code?: string, readonly message: string }[]
}

/**
 * The messages of oxlint about the files, and about the scripts of components among them: `rule: message` each, by
 * path.
 */
export function complaintsAbout(files: Readonly<Record<string, string>>, ...options: string[]): Map<string, string[]> {
  const project = mkdtempSync(join(tmpdir(), 'planted-'))
  try {
    for (const [path, text] of Object.entries(files)) {
      mkdirSync(dirname(join(project, path)), { recursive: true })
      writeFileSync(join(project, path), text)
    }
    for (const name of ['package.json', 'tsconfig.json', 'tsconfig.node.json', 'tsconfig.web.json']) cpSync(join(root, name), join(project, name))
    // A configuration's folders are relative to its own path.
    const config = pathToFileURL(join(root, 'oxlint.config.js')).href
    writeFileSync(join(project, 'oxlint.config.js'), `export { default } from '${config}'`)
    symlinkSync(join(root, 'node_modules'), join(project, 'node_modules'), 'junction')
    const folders = new Set(Object.keys(files).map((path) => path.split('/')[0] ?? ''))
    const scripts = writeVueScripts(project)
    return run(project, [...Object.keys(files), ...scripts], [...options, ...folders, ...scripts])
  } finally {
    rmSync(project, { recursive: true, force: true })
  }
}

function run(project: string, paths: string[], options: string[]): Map<string, string[]> {
  const program = [join(root, 'node_modules/oxlint/bin/oxlint'), '--config', 'oxlint.config.js', '--format', 'json']
  const { stdout, stderr } = spawnSync(process.execPath, [...program, ...options], { cwd: project, encoding: 'utf8', maxBuffer: 2 ** 26 })
  if (!stdout.startsWith('{')) throw new Error(stdout + stderr)
  const { diagnostics } = JSON.parse(stdout) as Report
  return new Map(paths.map((path) => [
    path,
    diagnostics.filter(({ filename }) => filename.replaceAll('\\', '/') === path).map(({ code, message }) => `${code}: ${message}`),
  ]))
}
