/** npm commands in texts, to compare those that a document names with those that are run. */

/** `npm run SCRIPT`, `npm start` or `npm test`, with the arguments after `--`. */
export interface NpmCommand {
  /** The command as written in the text. */
  readonly text: string
  readonly script: string
  /** Options, without their values. */
  readonly options: readonly string[]
  /** Lower-case words before the first option: parts, benchmarks. */
  readonly parts: readonly string[]
}

/** Finds the commands of a document: each stands alone between backticks. */
export function commandsOfDocument(text: string): NpmCommand[] {
  return [...text.matchAll(/`(npm (?:run |start|test)[^`]*)`/g)].map(([, command = '']) => read(command))
}

/**
 * Finds the commands of a workflow or a test: anywhere in a line, up to its end, a quote, a pipe or another
 * command.
 */
export function commandsOfProgram(text: string): NpmCommand[] {
  return text.split('\n').filter((line) => !/^\s*(#|\/\/)/.test(line))
    .flatMap((line) => line.match(/\bnpm (?:run |start\b|test\b)[^'"`|&;<>]*/g) ?? []).map(read)
}

/** True if running `run` includes `named`: the same script, with all of its parts and options. */
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
