/** Measures how often the diagnosis names a mistake that was made deliberately. */
import { textOf } from '../../../electron/common/matching/control-targets.ts'
import type { Diagnosis } from '../../../electron/inspector/diagnosis.ts'
import type { Mutation } from '#shared/inspector/cause.ts'
import { controlMutations } from '#shared/inspector/control/mutations.ts'
import { renderControl, type ControlPlan } from '#shared/inspector/control/plan.ts'
import { rightControlPlan } from '#shared/inspector/control/right-plan.ts'
import { readGiven } from '#shared/inspector/given.ts'
import { oauthMutations } from '#shared/inspector/oauth/mutations.ts'
import { renderBaseString, type BaseStringPlan } from '#shared/inspector/oauth/plan.ts'
import { rightPlan } from '#shared/inspector/oauth/right-plan.ts'
import { readPasted } from '#shared/inspector/reading/read-pasted.ts'
import { defaultSwitches } from '#shared/gateway/operations/switches.ts'
import { bodyHashes } from '../../../electron/inspector/body-hashes.ts'
import {
  controlHttp, controlOperations, diagnose, known, oauthHttp, oauthOf, oauthOperations, otherEntryPoints, random,
  rightRequest, secret, signedHttp, type TestKey,
} from './random-requests.ts'

export type AnyMutation = Mutation<BaseStringPlan> | Mutation<ControlPlan>

export interface Trial {
  readonly applied: readonly string[]
  readonly diagnosis: Diagnosis
  readonly named: boolean
  readonly ms: number
}

const hints = { operation: null, endpointId: null }

/** One trial: a random request and one variant for each given mistake; null if a mistake changes nothing. */
export async function trial(
  kind: 'oauth' | 'control', mutations: readonly AnyMutation[], seed: number, key: TestKey, all = false,
): Promise<Trial | null> {
  const next = random(seed)
  const pick = <Item>(items: readonly Item[]): Item | undefined => items[Math.floor(next() * items.length)]
  const request = rightRequest(pick(kind === 'oauth' ? oauthOperations : controlOperations)!, next, all)
  const applied = mutations.map(({ id }) => id)
  if (kind === 'oauth') {
    const oauth = oauthOf(next)
    const given = readGiven(readPasted(oauthHttp(request, oauth, 'AAAA'))!, hints, defaultSwitches)
    const right = rightPlan(given, { otherEntryPoints, bodyHashes: bodyHashes(given.rawBody) })!
    const wrong = withMistakes(right, mutations as readonly Mutation<BaseStringPlan>[], renderBaseString, pick)
    if (wrong === null) return null
    return judgedTrial(applied, signedHttp(request, oauth, renderBaseString(wrong), key), key)
  }
  const given = readGiven(readPasted(controlHttp(request, Buffer.from('')))!, hints, defaultSwitches)
  const right = rightControlPlan(given, { switches: defaultSwitches, endpointCurrency: null, otherEntryPoints })!
  const wrong = withMistakes(right, mutations as readonly Mutation<ControlPlan>[], (plan) => Buffer.from(textOf(renderControl(plan), secret)).toString('hex'), pick)
  if (wrong === null) return null
  return judgedTrial(applied, controlHttp(request, textOf(renderControl(wrong), secret)), key)
}

/** Applies every mistake in turn, each of which must change something. */
function withMistakes<Plan>(
  right: Plan, mutations: readonly Mutation<Plan>[], keyOf: (plan: Plan) => string,
  pick: <Item>(items: readonly Item[]) => Item | undefined,
): Plan | null {
  let plan = right
  for (const mutation of mutations) {
    const before = keyOf(plan)
    const changed = pick(mutation.apply(plan).filter((one) => keyOf(one) !== before && keyOf(one) !== keyOf(right)))
    if (changed === undefined) return null
    plan = changed
  }
  return plan
}

async function judgedTrial(applied: readonly string[], text: string, key: TestKey): Promise<Trial> {
  const start = performance.now()
  // A new pair for each test vector would take longer than the diagnosis.
  const diagnosis = await diagnose({ text, ...known(key), vectorPair: () => key })
  const ms = performance.now() - start
  const ids = diagnosis.causes.map(({ id }) => id)
  const also = diagnosis.alsoPossible.map(({ id }) => id)
  const named = applied.length === 0 ? diagnosis.verdict === 'valid'
    : applied.length === 1 ? ids.length === 1 && applied.every((id) => ids.includes(id) || also.includes(id))
      // Proven: the mistakes found produce the same text, in no more steps.
      : diagnosis.verdict === 'explained' && ids.length <= applied.length
  return { applied, diagnosis, named, ms }
}

export { controlMutations, oauthMutations }
