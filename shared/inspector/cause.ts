/** A known mistake in signing: its id, explanation and fix. */

/** The languages of code examples. */
export const codeLanguages = ['javascript', 'php', 'python', 'java', 'csharp'] as const
export type CodeLanguage = (typeof codeLanguages)[number]

export interface Cause {
  /** Stable: scripts compare it, and `docs/inspector.md` lists it. */
  readonly id: string
  /** The mistake, as one sentence. */
  readonly explanation: string
  /** The fix, as one or two sentences. */
  readonly fix: string
  /** The name of the profile or key that it concerns. */
  readonly about?: string
  /** A correct line of code. */
  readonly code?: { readonly [Language in CodeLanguage]?: string }
}

/** A mistake that can be tried: `apply` changes a plan as the mistake would. */
export interface Mutation<Plan> extends Cause {
  /** Two mutations of one group exclude each other. */
  readonly group: string
  /** True if the result depends on changes by other mistakes, so that the order of two mistakes matters. */
  readonly dependsOnOthers?: boolean
  /** The plans that this mistake makes of a correct one; empty if it does not apply. */
  readonly apply: (plan: Plan) => readonly Plan[]
}

/** The `code` property of a cause; makes the list of causes easier to read. */
export function code(lines: Cause['code'] & object): Pick<Cause, 'code'> {
  return { code: lines }
}
