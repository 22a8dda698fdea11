/** Reads and validates a request's parameters (§2, §8, addendum 4 and 11). */
import type { FieldUse } from '#shared/gateway/fields/field-uses.ts'
import { fields, type FieldKey, type FieldValues } from '#shared/gateway/fields/fields.ts'
import type { Pair } from '#shared/gateway/encoding/form.ts'
import type { Operation } from '#shared/gateway/operations/operations.ts'
import { wireName } from '#shared/gateway/requests/request.ts'
import { normaliseValues, isOnlyUnseen, validate, type Problem, type ProblemCode } from '#shared/gateway/requests/validation.ts'
import { merchant, type EntryPointInUse } from './merchant.ts'
import type { Readings } from './readings.ts'

/** The values of an operation's own parameters, trimmed (addendum 4) and without empty ones. */
export function readValues(operation: Operation<string>, pairs: readonly Pair[], readings: Readings): FieldValues {
  const values: { [Key in FieldKey]?: string } = {}
  for (const use of operation.fields) {
    const found = pairs.find(([name]) => name === wireName(use, readings))
    if (found !== undefined) values[use.key] = found[1]
  }
  return normaliseValues(operation, values)
}

/** The first problem of the parameters, as the gateway's message; null if there is none. */
export function parameterProblem(
  operation: Operation<string>, pairs: readonly Pair[], values: FieldValues, entryPoint: EntryPointInUse,
  readings: Readings,
): string | null {
  const repeated = operation.fields.find((use) =>
    pairs.filter(([name]) => name === wireName(use, readings)).length > 1)
  if (repeated !== undefined) return `Parameter ${wireName(repeated, readings)} is given more than once`
  const other = otherNaming(operation, pairs, readings)
  if (other !== null) return other
  const missing = operation.fields.find((use) => isIdentity(use) && values[use.key] === undefined)
  if (missing !== undefined) return `Parameter ${wireName(missing, readings)} is required`
  const fixedCurrency = entryPoint.kind === 'endpoint' && entryPoint.known ? merchant.currency : null
  // Rules about what a person must see or must not type are the application's own: a gateway accepts any text.
  const problem = validate(operation, values, { fixedCurrency, switches: readings })
    .find((one) => one.code !== 'holds-card-number' && one.code !== 'holds-confidential' && !isOnlyUnseen(one))
  return problem === undefined ? yearProblem(values, readings) : sentence(problem, operation, readings)
}

/** Strict: refuses a browser field under the document's name if all of them are prefixed (addendum 2). */
function otherNaming(operation: Operation<string>, pairs: readonly Pair[], readings: Readings): string | null {
  for (const use of operation.fields) {
    const name = wireName(use, { browserFieldNames: 'document' })
    const here = wireName(use, readings)
    if (name !== here && pairs.some(([given]) => given === name)) return `Parameter ${name} is named ${here} here`
  }
  return null
}

/** Strict: accepts only one of the year's two forms, so that a client notices which one it sends. */
function yearProblem({ expireYear }: FieldValues, { expireYearDigits }: Readings): string | null {
  return expireYear === undefined || expireYear.length === expireYearDigits
    ? null
    : `Parameter ${fields.expireYear.wire} must have ${expireYearDigits} digits`
}

/** A profile supplies these parameters, not a person, but requests must contain them. */
function isIdentity(use: FieldUse): boolean {
  return use.key === 'login' || use.key === 'control'
}

function sentence(problem: Problem, operation: Operation<string>, readings: Readings): string {
  const use = operation.fields.find(({ key }) => key === problem.field)
  return `Parameter ${use === undefined ? problem.field : wireName(use, readings)} ${predicates[problem.code](problem.details)}`
}

type Predicate = (details: Problem['details']) => string

const predicates: Readonly<Record<ProblemCode, Predicate>> = {
  required: () => 'is required',
  'too-long': ({ most = '' }) => `is longer than ${most}`,
  'too-short': ({ least = '' }) => `is shorter than ${least}`,
  'not-well-formed': () => 'is not well-formed text',
  'control-character': () => 'holds a control character',
  'amount-comma': () => 'must have a point as its decimal delimiter',
  'amount-format': () => 'is not an amount',
  'amount-decimals': ({ allowed = '' }) => `has more than ${allowed} decimals`,
  'amount-zero': () => 'must be more than zero',
  'currency-unknown': () => 'is not a currency code',
  'currency-fixed': ({ currency = '' }) => `must be ${currency} at this endpoint`,
  'ip-address': () => 'is not an IP address',
  'digits-only': () => 'must be a number',
  'card-number': () => 'is not a card number',
  month: () => 'is not a month',
  year: () => 'is not a year',
  choice: ({ choices = '' }) => `must be one of ${choices}`,
  'yes-no': () => 'must be true or false',
  'web-address': () => 'is not a web address',
  'holds-card-number': () => 'holds a card number',
  'holds-confidential': () => 'holds a confidential number',
  'one-of-two': () => 'excludes the other destination',
}
