/** Every known mistake in a control text, one entry each, the likeliest first. */
import type { Mutation } from '../cause.ts'
import { amountMutations } from './mutations-amount.ts'
import { secretMutations } from './mutations-secret.ts'
import { valueMutations } from './mutations-values.ts'
import type { ControlPlan } from './plan.ts'

export const controlMutations: readonly Mutation<ControlPlan>[] = [
  ...valueMutations, ...amountMutations, ...secretMutations,
]
