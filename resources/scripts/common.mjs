// Shared by the scripts. Plain JavaScript for Node 20 without dependencies: it runs before anything is installed.
import { spawn, spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))))
const at = (...parts) => join(root, ...parts)

/** The environment for tools. `node_modules/.bin` comes first: a package may install the Node version they need. */
export function toolEnvironment(extra = {}) {
  const key = Object.keys(process.env).find((name) => name.toUpperCase() === 'PATH') ?? 'PATH'
  return { ...process.env, [key]: [at('node_modules', '.bin'), process.env[key] ?? ''].join(delimiter), ...extra }
}

/** Calls `end` if the parent ends: npm's shell may be ended by a signal without forwarding it. */
function whenOrphaned(end) {
  const parent = process.ppid
  const watch = setInterval(() => {
    if (process.ppid !== parent) end()
  }, 500)
  watch.unref()
  return watch
}

/** Runs a command in the project's folder and returns its exit code (1 if it could not start). */
export function run(command, args, options = {}) {
  const { env = {}, stdio = 'inherit', onOutput, shell = false, signal } = options
  return new Promise((resolve) => {
    const child = spawn(command, args, { cwd: root, env: toolEnvironment(env), stdio, shell, signal })
    if (onOutput) for (const stream of [child.stdout, child.stderr]) stream?.on('data', onOutput)
    const forward = (signal) => child.kill(signal)
    process.on('SIGINT', forward)
    process.on('SIGTERM', forward)
    const watch = whenOrphaned(() => child.kill('SIGTERM'))
    child.on('error', (error) => {
      if (error.name !== 'AbortError') console.error(`${command} could not be started: ${error.message}`)
      resolve(1)
    })
    child.on('close', (code) => {
      clearInterval(watch)
      process.off('SIGINT', forward)
      process.off('SIGTERM', forward)
      resolve(code ?? 1)
    })
  })
}

/** Runs `npm` by the path in `npm_execpath`, so that no shell is needed on Windows. */
export function npm(args, options) {
  const program = process.env.npm_execpath
  if (program?.endsWith('.js')) return run(process.execPath, [program, ...args], options)
  return run('npm', args, { ...options, shell: process.platform === 'win32' })
}

/** Runs the command of an installed package by its file, so that no shell is needed on Windows. */
export function runTool(name, args, options) {
  const { bin } = readJson(at('node_modules', name, 'package.json'))
  const file = typeof bin === 'string' ? bin : bin[name]
  return run('node', [at('node_modules', name, file), ...args], options)
}

const readJson = (path) => JSON.parse(readFileSync(path, 'utf8'))

/** True if `node_modules` lacks a package of the lock file, or has another version of it. */
export function dependenciesMissing() {
  const installed = at('node_modules', '.package-lock.json')
  if (!existsSync(installed)) return true
  const present = readJson(installed).packages
  return Object.entries(readJson(at('package-lock.json')).packages)
    .some(([path, wanted]) => path !== '' && !wanted.optional && !wanted.devOptional && present[path]?.version !== wanted.version)
}

/** Installs missing packages; npm's output goes to standard error. Ends the process if that fails. */
export async function installDependencies() {
  if (!dependenciesMissing()) return
  console.error('Installing the dependencies (npm ci) …')
  const ci = ['ci', '--include=dev', '--include=optional', '--loglevel=error']
  // The lock file defines the packages, so npm's cache is enough. It may be older than the lock file.
  let code = await npm([...ci, '--prefer-offline'], { stdio: ['ignore', 2, 2] })
  if (code !== 0) {
    console.error('Once more, without the copies that npm keeps …')
    code = await npm([...ci, '--prefer-online'], { stdio: ['ignore', 2, 2] })
  }
  if (code !== 0) {
    console.error('The dependencies could not be installed; npm says why above.')
    process.exit(1)
  }
}

/** Ends the process with a sentence if the Node version for the tools is too old. */
export function requireToolNode() {
  const result = spawnSync('node', ['--version'], { cwd: root, env: toolEnvironment(), encoding: 'utf8' })
  const version = result.stdout?.trim() ?? ''
  const [major = 0, minor = 0] = version.slice(1).split('.').map(Number)
  if (major > 22 || (major === 22 && minor >= 19)) return
  console.error(`The tools of this project need Node 22.19 or later; this system has ${version || 'none'}, `
    + 'and no package brings a newer one here. Install Node 24 from nodejs.org and try again.')
  process.exit(1)
}
