// What `npm start` and `npm test` install automatically, over an npm that records its arguments.
import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { expect, it } from 'vitest'
import { onTestEnd } from '../clean-up.ts'

const project = resolve(import.meta.dirname, '../../..')
const lock = { packages: { '': {}, 'node_modules/tool': { version: '1.0.0' } } }

/** A project without its one dependency. `npm` is what its npm does after recording its arguments. */
function projectWith(npm: string) {
  const folder = mkdtempSync(join(tmpdir(), 'install-'))
  onTestEnd(() => { rmSync(folder, { recursive: true, force: true }) })
  const scripts = join(folder, 'resources', 'scripts')
  mkdirSync(scripts, { recursive: true })
  for (const name of ['common.mjs', 'with-dependencies.mjs']) cpSync(join(project, 'resources/scripts', name), join(scripts, name))
  writeFileSync(join(folder, 'package-lock.json'), JSON.stringify(lock))
  const program = join(folder, 'npm.js')
  writeFileSync(program, `const { appendFileSync, mkdirSync, writeFileSync } = require('node:fs')
    appendFileSync('asked.txt', process.argv.slice(2).join(' ') + '\\n')
    const install = () => { mkdirSync('node_modules'); writeFileSync('node_modules/.package-lock.json', ${JSON.stringify(JSON.stringify(lock))}) }
    ${npm}`)
  return {
    run() {
      const { status, stdout, stderr } = spawnSync('node', [join(scripts, 'with-dependencies.mjs'), 'node', '-p', '"it runs"'], {
        env: { ...process.env, npm_execpath: program }, encoding: 'utf8',
      })
      return { status, stdout, stderr }
    },
    npmCalls: () => readFileSync(join(folder, 'asked.txt'), 'utf8').trim().split('\n'),
  }
}

it('is what the lock file names, from npm’s cache, once', () => {
  const { run, npmCalls } = projectWith('install()')
  expect(run()).toMatchObject({ status: 0, stdout: 'it runs\n' })
  expect(run()).toMatchObject({ status: 0, stdout: 'it runs\n', stderr: '' })
  expect(npmCalls()).toEqual([expect.stringMatching(/^ci .*--prefer-offline$/)])
})

it('is fetched from the registry if the cache is older than the lock file', () => {
  const { run, npmCalls } = projectWith('if (process.argv.includes("--prefer-offline")) process.exit(1)\ninstall()')
  const { status, stdout, stderr } = run()
  expect({ status, stdout }).toEqual({ status: 0, stdout: 'it runs\n' })
  expect(stderr).toContain('Once more, without the copies that npm keeps')
  expect(npmCalls()).toHaveLength(2)
  expect(npmCalls()[1]).toMatch(/^ci .*--prefer-online$/)
})

it('is reported as missing, and nothing is run, if npm can\'t install it', () => {
  const { run } = projectWith('process.exit(1)')
  const { status, stdout, stderr } = run()
  expect({ status, stdout }).toEqual({ status: 1, stdout: '' })
  expect(stderr).toContain('The dependencies could not be installed; npm says why above.')
})
