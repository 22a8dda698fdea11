/** Commands of npm in texts, so that what a document names can be compared with what is really run. */

/** `npm run SCRIPT`, `npm start` or `npm test`, with what stands behind `--`. */
export interface NpmCommand {
  /** As it stands in the text. */
  readonly text: string
  readonly script: string
  /** Options, without their values. */
  readonly options: readonly string[]
  /** Lower-case words before the first option: parts, benchmarks. */
  readonly parts: readonly string[]
}

/** Documents put a command between backticks, alone. */
export function commandsOfDocument(text: string): NpmCommand[] {
  return [...text.matchAll(/`(npm (?:run |start|test)[^`]*)`/g)].map(([, command = '']) => read(command))
}

/** A workflow and a test have it anywhere in a line; it ends with the line, a quote, a pipe or a further command. */
export function commandsOfProgram(text: string): NpmCommand[] {
  return text.split('\n').filter((line) => !/^\s*(#|\/\/)/.test(line))
    .flatMap((line) => line.match(/\bnpm (?:run |start\b|test\b)[^'"`|&;<>]*/g) ?? []).map(read)
}

/** True when running `run` runs what `named` names: the same script, its parts among those, its options among those. */
export function covers(run: NpmCommand, named: NpmCommand): boolean {
  return run.script === named.script
    && named.options.every((option) => run.options.includes(option))
    && (run.parts.includes('all') || named.parts.every((part) => run.parts.includes(part)))
}

function read(text: string): NpmCommand {
  const [before = '', after = ''] = text.trim().split(' -- ', 2)
  const script = before.split(' ').slice(1).find((word) => word !== 'run' && !word.startsWith('-')) ?? ''
  const words = after.replace(/[[\]]/g, '').split(/\s+/).filter((word) => word !== '')
  const firstOption = words.findIndex((word) => word.startsWith('-'))
  return {
    text: text.trim(),
    script,
    options: words.filter((word) => word.startsWith('-')).map((word) => word.replace(/=.*/, '')),
    parts: words.slice(0, firstOption < 0 ? undefined : firstOption).filter((word) => /^[a-z][a-z-]*$/.test(word)),
  }
}
