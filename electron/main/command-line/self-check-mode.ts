/**
 * The check that the command line requests. `off`: none, the application opens. `short`: this installation. `full`:
 * this program starts itself over a separate folder and checks what only a run shows. `charge` and `find`: the two
 * runs of that, one after the other.
 */
export type SelfCheckMode = 'off' | 'short' | 'full' | 'charge' | 'find'

const argument = '--self-check'
const dataArgument = '--self-check-data='
const modes: readonly SelfCheckMode[] = ['full', 'charge', 'find']

/** The argument that asks for `mode`. */
export function selfCheckArgument(mode: Exclude<SelfCheckMode, 'off'>): string {
  return mode === 'short' ? argument : `${argument}=${mode}`
}

/** Where a run of a full check has its data. */
export function checkedDataArgument(folder: string): string {
  return `${dataArgument}${folder}`
}

/** The folder that `checkedDataArgument` names; null without one. */
export function checkedData(argv: readonly string[]): string | null {
  return argv.find((word) => word.startsWith(dataArgument))?.slice(dataArgument.length) ?? null
}

/** Reads the mode; a value that is not known counts as `short`. */
export function selfCheckMode(argv: readonly string[]): SelfCheckMode {
  const given = argv.find((word) => word === argument || word.startsWith(`${argument}=`))
  if (given === undefined) return 'off'
  return modes.find((mode) => given === `${argument}=${mode}`) ?? 'short'
}

/** A file in the data folder of a full check. */
export const trialMarker = 'self-check'

/** True for the runs of a full check, which charge: they accept only a folder with the marker. */
export function isTrial(mode: SelfCheckMode): mode is 'charge' | 'find' {
  return mode === 'charge' || mode === 'find'
}
