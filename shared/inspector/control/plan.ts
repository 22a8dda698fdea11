/** How somebody built a control text, as data that mistakes can be made in (§5.1). */
import type { FieldKey } from '../../gateway/fields.ts'
import type { OperationId } from '../../gateway/operations.ts'
import type { Charset } from '../encoding.ts'

export interface ControlValue {
  readonly part: FieldKey | 'entry-point' | 'minor-amount'
  readonly label: string
  /** As the gateway takes it: trimmed. */
  readonly value: string
  /** As it was sent, blanks and line ends included. */
  readonly sent: string
}

type SecretPlace = 'last' | 'first' | 'missing' | number

/** What was done to the secret; only who holds it can carry it out. */
export type SecretShape =
  | 'as-it-is' | 'line-end' | 'carriage-return-line-end' | 'space-behind' | 'space-before' | 'trimmed'
  | 'lower-case' | 'upper-case' | 'twice' | 'quoted'

export interface ControlPlan {
  readonly values: readonly ControlValue[]
  readonly separator: string
  /** Whether the separator stands before the secret too, or at the ends. */
  readonly separatorBeforeSecret: boolean
  readonly secretPlace: SecretPlace
  readonly secretShape: SecretShape
  readonly charset: Charset
  readonly before: string
  readonly after: string
  readonly facts: ControlFacts
}

/** What else is known of the request and may have been used by mistake. */
interface ControlFacts {
  readonly entryPointId: string
  readonly otherEntryPoints: readonly string[]
  /** Major units as they were sent; null where no amount was. */
  readonly amount: string | null
  readonly currency: string | null
  /** Every field that was sent, control left out, in the order of the body. */
  readonly sent: readonly ControlValue[]
  /** The values of every other operation's recipe, made of the same fields. */
  readonly otherRecipes: readonly { readonly operation: OperationId; readonly values: readonly ControlValue[] }[]
}

/** What is hashed: the secret in its shape between two texts; no secret at all with `shape` null. */
export interface ControlCandidate {
  readonly before: string
  readonly after: string
  readonly shape: SecretShape | null
  readonly charset: Charset
}

/** What a plan has hashed. */
export function renderControl(plan: ControlPlan): ControlCandidate {
  const texts = plan.values.map(({ value }) => value)
  const at = placeOf(plan, texts.length)
  const head = texts.slice(0, at).join(plan.separator)
  const tail = texts.slice(at).join(plan.separator)
  const joint = plan.separatorBeforeSecret ? plan.separator : ''
  const shape = plan.secretPlace === 'missing' ? null : plan.secretShape
  return {
    before: plan.before + head + (head !== '' && shape !== null ? joint : ''),
    after: (tail !== '' && shape !== null ? joint : '') + tail + plan.after,
    shape,
    charset: plan.charset,
  }
}

/** One text that tells two candidates apart. */
export function candidateKey({ before, after, shape, charset }: ControlCandidate): string {
  return JSON.stringify([before, after, shape, charset])
}

function placeOf({ secretPlace }: ControlPlan, count: number): number {
  if (secretPlace === 'last' || secretPlace === 'missing') return count
  return secretPlace === 'first' ? 0 : secretPlace
}
