/** Applies mistakes one by one, then in pairs, until a result matches. */
import type { Cause, Mutation } from './cause.ts'

/** One attempt: the rendered plan, and the mistakes that led to it. */
export interface Attempt<Rendered, Plan = unknown> {
  readonly rendered: Rendered
  readonly plan: Plan
  readonly causes: readonly Cause[]
}

/** The correct plan first, then every single mistake that changes it, in the order of the list. */
export function* singleAttempts<Plan, Rendered>(
  right: Plan, mutations: readonly Mutation<Plan>[], render: (plan: Plan) => Rendered,
  keyOf: (rendered: Rendered) => string,
): Generator<Attempt<Rendered, Plan>> {
  const rendered = render(right)
  yield { rendered, plan: right, causes: [] }
  for (const mutation of mutations) {
    for (const one of effective(right, mutation, render, keyOf, keyOf(rendered))) {
      yield { rendered: render(one), plan: one, causes: [mutation] }
    }
  }
}

/** Every pair of mistakes of different groups; mistakes without an effect are left out. */
export function* pairAttempts<Plan, Rendered>(
  right: Plan, mutations: readonly Mutation<Plan>[], render: (plan: Plan) => Rendered,
  keyOf: (rendered: Rendered) => string,
): Generator<Attempt<Rendered, Plan>> {
  const rightKey = keyOf(render(right))
  const first = mutations.map((mutation) => ({
    mutation, plans: effective(right, mutation, render, keyOf, rightKey),
  })).filter(({ plans }) => plans.length > 0)
  for (const [index, one] of first.entries()) {
    for (const other of first.slice(index + 1)) {
      if (one.mutation.group === other.mutation.group) continue
      const causes = [one.mutation, other.mutation]
      for (const plan of one.plans) {
        for (const both of other.mutation.apply(plan)) {
          yield { rendered: render(both), plan: both, causes }
        }
      }
      // The reverse order gives another text only if a mistake depends on the other's changes.
      if (one.mutation.dependsOnOthers !== true && other.mutation.dependsOnOthers !== true) continue
      for (const plan of other.plans) {
        for (const both of one.mutation.apply(plan)) {
          yield { rendered: render(both), plan: both, causes }
        }
      }
    }
  }
}

function effective<Plan, Rendered>(
  right: Plan, mutation: Mutation<Plan>, render: (plan: Plan) => Rendered, keyOf: (rendered: Rendered) => string,
  rightKey: string,
): Plan[] {
  const seen = new Set([rightKey])
  return mutation.apply(right).filter((plan) => {
    const key = keyOf(render(plan))
    if (seen.has(key)) return false
    seen.add(key)
    return true
  })
}
