/** Commands in documents stay valid: the workflow or a test that is named here runs each of them. */
import { describe, expect, it } from 'vitest'
import { commandsOfDocument, commandsOfProgram, covers } from './commands.ts'
import { documents, read } from './documents.ts'

/** Tests that run a command as a person would. */
const tests = ['test/node/scripts/npm-commands.test.ts', 'test/node/sandbox/cli.test.ts']

const named = documents.flatMap((path) => commandsOfDocument(read(path)).map((command) => ({ path, command })))
const runs = [read('.github/workflows/ci.yml'), ...tests.map(read)].flatMap(commandsOfProgram)
const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> }

describe('commands that documents name', () => {
  it('are found in them', () => {
    expect(documents).toContain('README.md')
    expect(named.map(({ command }) => command.script)).toEqual(expect.arrayContaining(['start', 'test', 'bench', 'docs', 'sandbox']))
  })

  it('are each run by the workflow or a test', () => {
    const neverRun = named.filter(({ command }) => !runs.some((run) => covers(run, command)))
    expect(neverRun.map(({ path, command }) => `${path}: ${command.text}`)).toEqual([])
  })

  it('are scripts of package.json, as is everything that is run', () => {
    const commands = [...named.map(({ command }) => command), ...runs]
    expect(commands.filter(({ script }) => !Object.hasOwn(scripts, script)).map(({ text }) => text)).toEqual([])
  })
})

describe('a run covers a named command', () => {
  const isCovered = (run: string, inDocument: string) =>
    covers(commandsOfProgram(`      - run: ${run}`)[0]!, commandsOfDocument(`\`${inDocument}\``)[0]!)

  it.each([
    ['npm run bench -- all --small', 'npm run bench -- kill', true],
    ['npm run bench -- kill --small', 'npm run bench -- sign', false],
    ['npm run bench -- all --small', 'npm run bench -- journal --size 10000000', false],
    ['npm run docs && git diff --exit-code', 'npm run docs', true],
    ['npm start', 'npm start -- --tour', false],
    ['npm start -- --tour --pictures=tour', 'npm start -- --tour', true],
    ['npm run pack:dir', 'npm run pack', false],
    ['npm run -s inspect -- --file a --secret-env B', 'npm run -s inspect -- --file REQUEST.txt [--secret-env NAME]', true],
  ])('%s: %s: %s', (run, inDocument, expected) => {
    expect(isCovered(run, inDocument)).toBe(expected)
  })

  it('a commented-out command is not run', () => {
    expect(commandsOfProgram('      # - run: npm run docs')).toEqual([])
  })
})
