/** Every known mistake in a base string, one entry each, the likeliest first. */
import type { Mutation } from '../cause.ts'
import { bodyEncodedTwice } from '../spellings.ts'
import { charsetMutations } from './mutations-charset.ts'
import { encodingMutations } from './mutations-encoding.ts'
import { parameterMutations } from './mutations-parameters.ts'
import { sortMutations } from './mutations-sort.ts'
import { textMutations } from './mutations-text.ts'
import { urlMutations } from './mutations-url.ts'
import { spelled, valueMutations } from './mutations-values.ts'
import type { BaseStringPlan } from './plan.ts'

export const oauthMutations: readonly Mutation<BaseStringPlan>[] = [
  // Before `values-not-encoded`, which gives the same text.
  spelled(bodyEncodedTwice), ...encodingMutations, ...sortMutations, ...urlMutations, ...parameterMutations,
  ...valueMutations, ...charsetMutations, ...textMutations,
]
