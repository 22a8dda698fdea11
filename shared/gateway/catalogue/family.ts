/** Compile-time checks of an entry that go beyond its shape. */
import type { Authentication, OperationEntry, OperationFamily } from './entry.ts'
import type { KindWithoutAmount, RequiredBy } from './kinds.ts'
import type { FieldKey } from '../fields/fields.ts'

type Uses<Entry extends OperationEntry> = Entry['fields'][number]
type Sent<Entry extends OperationEntry> = Uses<Entry>['key']
type Required<Entry extends OperationEntry> = Extract<Uses<Entry>, { readonly need: 'required' }>['key']

/** The fields that a control covers. */
type Signed<Way extends Authentication> = Way extends { readonly recipe: readonly (infer Part)[] }
  ? Part extends { readonly key: infer Key extends FieldKey }
    ? Key
    : Part extends { readonly from: 'minor-amount' } ? 'amount' : never
  : never

/** The fields that must not be sent. */
type Barred<Entry extends OperationEntry> =
  | (Entry['kind'] extends KindWithoutAmount ? 'amount' | 'enumeratedAmounts' : never)
  | (Entry['authentication'] extends { readonly kind: 'oauth' } ? 'control' : never)

/** The properties that an entry of its kind has. */
type Known<Entry extends OperationEntry> = keyof Extract<OperationEntry, { readonly kind: Entry['kind'] }>

/** The entry's contradictions, as texts for the compiler's message. */
type Contradiction<Entry extends OperationEntry> =
  | (FieldKey extends Sent<Entry> ? 'its list of fields has a type that names none of them' : never)
  | `the kind ${Entry['kind']} has no property ${Exclude<keyof Entry, Known<Entry>> & string}`
  | `the kind ${Entry['kind']} requires the field ${Exclude<RequiredBy<Entry['kind']>, Required<Entry>>}`
  | `the field ${Extract<Sent<Entry>, Barred<Entry>>} must not be sent`
  | `the control covers ${Exclude<Signed<Entry['authentication']>, Sent<Entry>>}, which is not sent`
  | (Entry['authentication'] extends { readonly kind: 'control' }
    ? `the field ${Exclude<'control', Sent<Entry>>} is not supplied`
    : never)

/** One missing property for each contradiction, so that the compiler reports it. */
type Consistent<Entry extends OperationEntry> = { readonly [Words in Contradiction<Entry>]: never }

/**
 * Returns the operations of one section of the interface unchanged. An entry does not compile if its fields, properties
 * or control contradict its kind; the compiler's message describes the contradiction.
 */
export function family<const Family extends OperationFamily>(
  entries: Family & { readonly [Id in keyof Family]: Consistent<Family[Id]> },
): Family {
  return entries
}
