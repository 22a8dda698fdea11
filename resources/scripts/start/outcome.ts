// The options of a start, and the results of its steps.
import type { parseOptions } from './options.mjs'

/** How a step ended: the start is over, it continues with another step, or there is no display. */
export type Outcome = { readonly exitCode: number } | 'go-on' | 'no-display'

/** The options of the command line. */
export type Wishes = Pick<ReturnType<typeof parseOptions>, 'tour' | 'slow' | 'yes' | 'pictures' | 'forApplication'>
