import type { Mutation } from '../cause.ts'
import type { ControlPlan, SecretShape } from './plan.ts'

const shaped = (...shapes: SecretShape[]) => (plan: ControlPlan): ControlPlan[] =>
  shapes.map((secretShape) => ({ ...plan, secretShape }))

/** The secret left out, misplaced or changed (§5.1). */
export const secretMutations: readonly Mutation<ControlPlan>[] = [
  {
    id: 'secret-missing', group: 'secret',
    explanation: 'The control text was hashed without the secret.',
    fix: 'Put merchant_control after the last value before hashing.',
    apply: (plan) => [{ ...plan, secretPlace: 'missing' }],
  },
  {
    id: 'secret-first', group: 'secret',
    explanation: 'The secret is at the beginning of the control text.',
    fix: 'Put merchant_control after the last value.',
    apply: (plan) => [{ ...plan, secretPlace: 'first' }],
  },
  {
    id: 'secret-in-the-middle', group: 'secret',
    explanation: 'The secret is between two values of the control text.',
    fix: 'Put merchant_control after the last value.',
    apply: (plan) => plan.values.slice(1).map((_, index) => ({ ...plan, secretPlace: index + 1 })),
  },
  {
    id: 'secret-with-spaces', group: 'secret-shape',
    explanation: 'The secret was hashed with a space, line end or byte order mark at an end of it.',
    fix: 'Trim the secret when you read it from a file or an environment variable. Save the file without a byte order mark.',
    apply: shaped('line-end', 'carriage-return', 'carriage-return-line-end', 'space-behind', 'space-before', 'trimmed',
      'byte-order-mark'),
  },
  {
    id: 'secret-case', group: 'secret-shape',
    explanation: 'The letters of the secret were hashed in another case.',
    fix: 'Use the secret exactly as provided.',
    apply: shaped('lower-case', 'upper-case'),
  },
  {
    id: 'secret-twice', group: 'secret-shape',
    explanation: 'The secret is twice in the control text.',
    fix: 'Put merchant_control in once, at the end.',
    apply: shaped('twice'),
  },
  {
    id: 'secret-quoted', group: 'secret-shape',
    explanation: 'The secret was hashed with quotation marks around it.',
    fix: 'Use the secret without quotation marks; a settings file may have kept them.',
    apply: shaped('quoted'),
  },
]
