/** The construction of a control text as data, which mistakes can change (§5.1). */
import type { FieldKey } from '../../gateway/fields/fields.ts'
import type { OperationId } from '../../gateway/operations/operations.ts'
import type { Charset } from '../encoding.ts'

export interface ControlValue {
  readonly part: FieldKey | 'entry-point' | 'minor-amount'
  readonly label: string
  /** As the gateway reads it: trimmed. */
  readonly value: string
  /** As sent, with spaces and line ends. */
  readonly sent: string
}

type SecretPlace = 'last' | 'first' | 'missing' | number

/** A change of the secret; only the vault, which has the secret, can apply it. */
export type SecretShape =
  | 'as-it-is' | 'line-end' | 'carriage-return' | 'carriage-return-line-end' | 'space-behind' | 'space-before'
  | 'trimmed' | 'byte-order-mark' | 'lower-case' | 'upper-case' | 'twice' | 'quoted'

export interface ControlPlan {
  readonly values: readonly ControlValue[]
  readonly separator: string
  /** True if there is a separator before the secret too, or at the ends. */
  readonly separatorBeforeSecret: boolean
  readonly secretPlace: SecretPlace
  readonly secretShape: SecretShape
  readonly charset: Charset
  readonly before: string
  readonly after: string
  readonly facts: ControlFacts
}

/** Other facts of the request that may have been used by mistake. */
interface ControlFacts {
  readonly entryPointId: string
  readonly otherEntryPoints: readonly string[]
  /** Major units as sent; null without an amount. */
  readonly amount: string | null
  readonly currency: string | null
  /** Every sent field except control, in the order of the body. */
  readonly sent: readonly ControlValue[]
  /** The values of every other operation's recipe, from the same fields. */
  readonly otherRecipes: readonly { readonly operation: OperationId; readonly values: readonly ControlValue[] }[]
}

/** The hashed text: the secret in its shape between two texts; without the secret if `shape` is null. */
export interface ControlCandidate {
  readonly before: string
  readonly after: string
  readonly shape: SecretShape | null
  readonly charset: Charset
}

/** The text that a plan hashes. */
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

/** A key that is equal for equal candidates only. */
export function candidateKey({ before, after, shape, charset }: ControlCandidate): string {
  return JSON.stringify([before, after, shape, charset])
}

function placeOf({ secretPlace }: ControlPlan, count: number): number {
  if (secretPlace === 'last' || secretPlace === 'missing') return count
  return secretPlace === 'first' ? 0 : secretPlace
}
