/** Applies mistakes one by one, then in pairs, until a result matches. */
import type { Cause, Mutation } from './cause.ts'

/** One attempt: the rendered plan, and the mistakes that lead to it. */
export interface Attempt<Made, Plan = unknown> {
  readonly made: Made
  readonly plan: Plan
  readonly causes: readonly Cause[]
}

/** The correct plan first, then every single mistake that changes it, in the order of the list. */
export function* singleAttempts<Plan, Made>(
  right: Plan, mutations: readonly Mutation<Plan>[], render: (plan: Plan) => Made, keyOf: (made: Made) => string,
): Generator<Attempt<Made, Plan>> {
  const made = render(right)
  yield { made, plan: right, causes: [] }
  for (const mutation of mutations) {
    for (const one of effective(right, mutation, render, keyOf, keyOf(made))) {
      yield { made: render(one), plan: one, causes: [mutation] }
    }
  }
}

/** Every pair of mistakes of different groups; a mistake without an effect is left out. */
export function* pairAttempts<Plan, Made>(
  right: Plan, mutations: readonly Mutation<Plan>[], render: (plan: Plan) => Made, keyOf: (made: Made) => string,
): Generator<Attempt<Made, Plan>> {
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
          yield { made: render(both), plan: both, causes }
        }
      }
      // The reverse order gives another text only where a mistake depends on the other's changes.
      if (one.mutation.dependsOnOthers !== true && other.mutation.dependsOnOthers !== true) continue
      for (const plan of other.plans) {
        for (const both of one.mutation.apply(plan)) {
          yield { made: render(both), plan: both, causes }
        }
      }
    }
  }
}

function effective<Plan, Made>(
  right: Plan, mutation: Mutation<Plan>, render: (plan: Plan) => Made, keyOf: (made: Made) => string, rightKey: string,
): Plan[] {
  const seen = new Set([rightKey])
  return mutation.apply(right).filter((plan) => {
    const key = keyOf(render(plan))
    if (seen.has(key)) return false
    seen.add(key)
    return true
  })
}
