// What a start is asked for, and how one of its steps ends.
import type { parseOptions } from './options.mjs'

/** How a step ended: the start is over, it goes on with another step, or there is no display after all. */
export type Outcome = { readonly exitCode: number } | 'go-on' | 'no-display'

/** What a person asked for on the command line. */
export type Wishes = Pick<ReturnType<typeof parseOptions>, 'tour' | 'slow' | 'yes' | 'pictures' | 'forApplication'>
