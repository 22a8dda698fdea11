/**
 * Builds a request from a form: composed, then signed by the vault, then sent. All functions are pure and accept plain
 * and masked values, so that masked texts are built in the same way.
 */
import type { Masked, MinorUnits } from '../../brands.ts'
import type { EntryPoint } from '../../model/profiles/profile.ts'
import { controlTextParts, secretToken, type ControlTextPart } from '../signing/control.ts'
import { minorUnitDigits } from '../numbers/currencies.ts'
import type { FieldUse } from '../fields/field-uses.ts'
import { fieldKeys, fields, type FieldKey, type FieldValues } from '../fields/fields.ts'
import { printForm, type Pair } from '../encoding/form.ts'
import { builtFromMasked, maskValue } from './masking.ts'
import { mostDigits, sameAmount, toMinorUnits } from '../numbers/money.ts'
import { baseString, oauthParameters, type OAuthIdentity } from '../signing/oauth.ts'
import { operationPath, pathProblem } from '../operations/operation-paths.ts'
import { carries, type Operation, type OperationId, type SignatureMethod } from '../operations/operations.ts'
import type { Switches } from '../operations/switches.ts'
import { wireUrl } from '../encoding/wire-url.ts'

/** The parts of a profile that a request needs. */
export interface RequestContext {
  /** Without the product word and without a final slash. */
  readonly baseUrl: string
  readonly productWord: string
  readonly login: string
  readonly entryPoint: EntryPoint
  readonly switches: Switches
}

/** A request before its authentication. `values` are normalised and contain the login if the operation sends it. */
export interface UnsignedRequest<Id extends string = OperationId> {
  readonly operation: Operation<Id>
  readonly url: string
  readonly values: FieldValues
  readonly pairs: readonly Pair[]
  /** Null if the operation sends no amount. */
  readonly minorAmount: MinorUnits | null
  readonly entryPointId: string
  readonly switches: Switches
}

/**
 * The URL of an operation as sent (`wireUrl`): base, word, `/api`, the path of the profile or catalogue, then endpoint
 * or group in the operation's form (§4, addendum 1 to 3). Null if a group was chosen and the operation accepts none.
 * Throws for an invalid base URL, and if the profile's path is another operation's; saving, opening and using a profile
 * refuse both earlier.
 */
export function operationUrl(operation: Operation<string>, context: RequestContext): string | null {
  const { entryPoint } = context
  // SECURITY: the last line of defence: a status query sent to the path of a refund is a refund.
  if (pathProblem(operation.id, context.switches) !== null) throw new TypeError(`the path of ${operation.id} is not its own`)
  if (entryPoint.kind === 'group' && operation.groupForm === 'none') return null
  const segment = entryPoint.kind === 'group' && operation.groupForm === 'group-segment' ? 'group/' : ''
  const path = `/${context.productWord}/api${operationPath(operation, context.switches)}${segment}${entryPoint.id}`
  return wireUrl(`${context.baseUrl}${path}`).href
}

/**
 * Composes the request of a validated form: adds the login, orders the fields as on the wire, converts the amount to
 * minor units. `values` must be normalised and valid. Null if the operation cannot be sent to this entry point.
 */
export function composeRequest<Id extends string>(
  operation: Operation<Id>, values: FieldValues, context: RequestContext,
): UnsignedRequest<Id> | null {
  const url = operationUrl(operation, context)
  if (url === null) return null
  const complete: FieldValues = {
    ...values,
    ...(carries(operation, 'login') && { login: context.login }),
    ...(carries(operation, 'secondCardNumber') && context.switches.sendSecondCardNumberField
      && { secondCardNumber: values.cardNumber }),
    ...(values.expireYear !== undefined && { expireYear: yearWithDigits(values.expireYear, context.switches) }),
  }
  return {
    operation, url, values: complete, pairs: wirePairs(operation, complete, context.switches),
    minorAmount: minorAmountOf(values, context), entryPointId: context.entryPoint.id, switches: context.switches,
  }
}

/** The values of the control text in order (§5.1). Throws if the operation is not signed with a control. */
export function controlParts(request: UnsignedRequest<string>): ControlTextPart[] {
  const { authentication } = request.operation
  if (authentication.kind !== 'control') throw new TypeError(`${request.operation.id} carries no control`)
  return controlTextParts({ ...request, recipe: authentication.recipe })
}

/** The text to hash, without the secret, which the vault appends. */
export function controlTextOf(request: UnsignedRequest<string>): string {
  return controlParts(request).map((part) => part.value).join('')
}

/** The OAuth method that signs an operation: the profile's choice if the catalogue allows it, otherwise RSA-SHA256. */
export function signatureMethodOf(operation: Operation<string>, switches: Switches): SignatureMethod {
  if (operation.authentication.kind !== 'oauth') throw new TypeError(`${operation.id} carries no OAuth signature`)
  const chosen = switches.signatureMethods[operation.id]
  return chosen !== undefined && operation.authentication.methods.includes(chosen)
    ? chosen
    : operation.authentication.methods[0]
}

/** The base string of a request: body and OAuth parameters, whether the body repeats the latter or not (§5.2). */
export function baseStringOf(request: UnsignedRequest<string>, identity: OAuthIdentity): string {
  return baseString('POST', request.url, [...request.pairs, ...oauthParameters(identity)])
}

/** The body of a request signed with a control. */
export function bodyWithControl(request: UnsignedRequest<string>, control: string): string {
  return printForm([...request.pairs, ['control', control]])
}

/** The body of a request signed with OAuth; it never contains the signature (§5.2). */
export function bodyWithOAuth(request: UnsignedRequest<string>, identity: OAuthIdentity): string {
  const repeated = request.switches.oauthParametersInBody ? oauthParameters(identity) : []
  return printForm([...request.pairs, ...repeated])
}

/** The same request with every value masked by its field's sensitivity. */
export function maskRequest<Id extends string>(request: UnsignedRequest<Id>): UnsignedRequest<Id> {
  const values = maskValues(request.values)
  return { ...request, values, pairs: wirePairs(request.operation, values, request.switches) }
}

/** The request's fields by wire name with masked values, for the journal. */
export function maskedFields(request: UnsignedRequest<string>): { readonly name: string; readonly value: Masked }[] {
  return sentUses(request.operation, request.values).map((use) => ({
    name: wireName(use, request.switches), value: maskValue(fields[use.key].sensitivity, request.values[use.key] ?? ''),
  }))
}

/** The request's fields by key with masked values, in wire order, for a review. */
export function maskedValues(request: UnsignedRequest<string>): { readonly field: FieldKey; readonly value: Masked }[] {
  return sentUses(request.operation, request.values).map(({ key }) => ({
    field: key, value: maskValue(fields[key].sensitivity, request.values[key] ?? ''),
  }))
}

/** The control text for display and storage: masked values, and a token in place of the secret. */
export function maskedControlText(request: UnsignedRequest<string>): Masked {
  return builtFromMasked(controlTextOf(maskRequest(request)) + secretToken)
}

/** The base string for display and storage, built from masked values. */
export function maskedBaseString(request: UnsignedRequest<string>, identity: OAuthIdentity): Masked {
  return builtFromMasked(baseStringOf(maskRequest(request), identity))
}

/** The amounts of `enumerate_amounts` in minor units and in order, without unreadable ones. */
export function enumeratedMinorAmounts(values: FieldValues, context: RequestContext): MinorUnits[] {
  return (values.enumeratedAmounts ?? '').split(',').flatMap((amount) => {
    const minor = minorAmountOf({ ...values, amount: amount.trim() }, context)
    return minor === null ? [] : [minor]
  })
}

/** The highest amount that may move, in minor units, enumerated amounts included; null without an amount. */
export function highestMinorAmount(values: FieldValues, context: RequestContext): MinorUnits | null {
  return enumeratedMinorAmounts(values, context).reduce<MinorUnits | null>(
    (most, one) => (most === null || BigInt(one) > BigInt(most) ? one : most), minorAmountOf(values, context),
  )
}

/**
 * The amounts that may move, as text in major units: the enumerated ones in order, preceded by the submitted one unless
 * it is one of them. Empty if no amount is sent.
 */
export function amountsThatMayMove({ amount, enumeratedAmounts }: FieldValues): string[] {
  const tried = (enumeratedAmounts ?? '').split(',').map((one) => one.trim()).filter((one) => one !== '')
  if (amount === undefined || tried.some((one) => sameAmount(one, amount, mostDigits))) return tried
  return [amount, ...tried]
}

/** The wire name of a field in one operation; browser fields of a sale have two sets of names (addendum 2). */
export function wireName(use: FieldUse, switches: Pick<Switches, 'browserFieldNames'>): string {
  const prefixed = switches.browserFieldNames === 'prefixed' ? use.prefixedWire : undefined
  return prefixed ?? use.wire ?? fields[use.key].wire
}

function wirePairs(operation: Operation<string>, values: FieldValues, switches: Switches): Pair[] {
  return sentUses(operation, values).map((use): Pair => [wireName(use, switches), values[use.key] ?? ''])
}

/** Two or four digits, as the profile requires (§2.10, addendum 2); a two-digit year is of this century. */
function yearWithDigits(year: string, { expireYearDigits }: Pick<Switches, 'expireYearDigits'>): string {
  if (expireYearDigits === 2) return year.slice(-2)
  return year.length === 2 ? `20${year}` : year
}

function sentUses(operation: Operation<string>, values: FieldValues): FieldUse[] {
  return operation.fields.filter((use) => use.key !== 'control' && values[use.key] !== undefined)
}

function maskValues(values: FieldValues): FieldValues {
  const masked: { [Key in FieldKey]?: string } = {}
  for (const key of fieldKeys) {
    const value = values[key]
    if (value !== undefined) masked[key] = maskValue(fields[key].sensitivity, value)
  }
  return masked
}

function minorAmountOf(values: FieldValues, context: RequestContext): MinorUnits | null {
  if (values.amount === undefined) return null
  const currency = values.currency ?? (context.entryPoint.kind === 'endpoint' ? context.entryPoint.currency : undefined)
  const digits = currency === undefined ? null : minorUnitDigits(currency, context.switches.minorUnitDigits)
  const minor = toMinorUnits(values.amount, digits ?? 2)
  return minor.ok ? minor.value : null
}
