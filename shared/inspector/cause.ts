/** One way in which people sign wrongly: what it is called, what happened, how it is mended. */

/** Languages for which a line of code is shown. */
export const codeLanguages = ['javascript', 'php', 'python', 'java', 'csharp'] as const
export type CodeLanguage = (typeof codeLanguages)[number]

export interface Cause {
  /** Stable: scripts compare it, `docs/inspector.md` lists it. */
  readonly id: string
  /** What happened, as one sentence. */
  readonly explanation: string
  /** What to do, as one or two sentences. */
  readonly fix: string
  /** The profile (or key) that it is about, by its name. */
  readonly about?: string
  /** A line that does it right. */
  readonly code?: { readonly [Language in CodeLanguage]?: string }
}

/** A cause that can be tried: it changes a plan as the mistake would have. */
export interface Mutation<Plan> extends Cause {
  /** Two mutations of one group exclude each other. */
  readonly group: string
  /** True where it depends on what other mistakes made of the plan, so that their order counts. */
  readonly looksAround?: boolean
  /** The plans that this mistake makes of a right one; empty where it can't have been made. */
  readonly apply: (plan: Plan) => readonly Plan[]
}

/** The value of a code table whose line is the same for nobody: reads better where it is used. */
export function code(lines: Cause['code'] & object): Pick<Cause, 'code'> {
  return { code: lines }
}
