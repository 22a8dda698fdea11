/** One known mistake in signing: its name, explanation and fix. */

/** Languages for which a line of code is shown. */
export const codeLanguages = ['javascript', 'php', 'python', 'java', 'csharp'] as const
export type CodeLanguage = (typeof codeLanguages)[number]

export interface Cause {
  /** Stable: scripts compare it, `docs/inspector.md` lists it. */
  readonly id: string
  /** The mistake, as one sentence. */
  readonly explanation: string
  /** The fix, as one or two sentences. */
  readonly fix: string
  /** The profile (or key) that it is about, by its name. */
  readonly about?: string
  /** A correct line of code. */
  readonly code?: { readonly [Language in CodeLanguage]?: string }
}

/** A cause that can be tried: it changes a plan as the mistake would have. */
export interface Mutation<Plan> extends Cause {
  /** Two mutations of one group exclude each other. */
  readonly group: string
  /** True where the result depends on changes by other mistakes, so that the order of two mistakes matters. */
  readonly dependsOnOthers?: boolean
  /** The plans that result when this mistake changes a correct one; empty where it does not apply. */
  readonly apply: (plan: Plan) => readonly Plan[]
}

/** A code table for use in a cause; it makes the list of causes easier to read. */
export function code(lines: Cause['code'] & object): Pick<Cause, 'code'> {
  return { code: lines }
}
