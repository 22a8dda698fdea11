/**
 * The check that the command line requests. `off`: none, the application opens. `short`: checks this installation.
 * `full`: this program starts itself over a separate folder and checks what only a run can show. `charge` and `find`:
 * the two runs of a full check, in this order.
 */
export type SelfCheckMode = 'off' | 'short' | 'full' | 'charge' | 'find'

const argument = '--self-check'
const dataArgument = '--self-check-data='
const modes: readonly SelfCheckMode[] = ['full', 'charge', 'find']

/** The argument that requests `mode`. */
export function selfCheckArgument(mode: Exclude<SelfCheckMode, 'off'>): string {
  return mode === 'short' ? argument : `${argument}=${mode}`
}

/** The argument that names the data folder of a trial run. */
export function checkedDataArgument(folder: string): string {
  return `${dataArgument}${folder}`
}

/** The folder that `checkedDataArgument` names; null without one. */
export function checkedData(argv: readonly string[]): string | null {
  return argv.find((word) => word.startsWith(dataArgument))?.slice(dataArgument.length) ?? null
}

/** Reads the mode; an unknown value counts as `short`. */
export function selfCheckMode(argv: readonly string[]): SelfCheckMode {
  const given = argv.find((word) => word === argument || word.startsWith(`${argument}=`))
  if (given === undefined) return 'off'
  return modes.find((mode) => given === `${argument}=${mode}`) ?? 'short'
}

/** The name of a file that marks the data folder of a full check. */
export const trialMarker = 'self-check'

/** True for the trial runs of a full check, which charge. They accept only a folder with the marker. */
export function isTrial(mode: SelfCheckMode): mode is 'charge' | 'find' {
  return mode === 'charge' || mode === 'find'
}
