/**
 * Answers a request: finds the operation, authenticates, validates, executes, writes the ledger, builds the reply. All
 * of this is synchronous, so that no two requests can pass with the same nonce.
 */
import type { KeyObject } from 'node:crypto'
import type { FieldValues } from '#shared/gateway/fields/fields.ts'
import { parseForm } from '#shared/gateway/encoding/form.ts'
import type { Operation, SignatureMethod } from '#shared/gateway/operations/operations.ts'
import { failed, success, type Result } from '#shared/result.ts'
import type { Books } from './orders/books.ts'
import { isControlRight } from './requests/check-control.ts'
import { checkOAuth } from './requests/check-oauth.ts'
import { defaultDelayMs, type FaultKind } from './faults/faults.ts'
import type { LedgerLine } from './orders/ledger.ts'
import { handlerOf } from './operations/table.ts'
import type { HandlerOutput } from './operations/handler.ts'
import { answerPage } from './pages/pages.ts'
import { parameterProblem, readValues } from './requests/parameters.ts'
import type { Readings } from './requests/readings.ts'
import {
  accessDenied, formAnswer, invalidControl, invalidParameter, pageAnswer, refusalFields, type Refusal,
} from './http/replies.ts'
import { findRoute, type Route, type Served } from './requests/route.ts'
import { unknownFields, type UnknownFields } from './requests/unknown-fields.ts'
import { isForm, pathOf, type WireAnswer, type WireRequest } from './http/wire.ts'

export interface GatewaySettings {
  readonly productWord: string
  readonly served: Served
  readonly merchantControl: string
  readonly processingMs: number
  readonly readings: Readings
  /** Read for each request, as it may be set while the gateway runs. */
  readonly publicKey: () => KeyObject | null
  readonly baseUrl: () => string
  /** The gateway's URL for clients behind a tunnel (`https://gate.example`); null if they use its own address. */
  readonly publicUrl: string | null
  /** How far `oauth_timestamp` may be from now, in seconds; null if any time is accepted. */
  readonly clockWindowSeconds: number | null
  readonly now: () => number
  /** Called with every changed order after the change was written to the disk. */
  readonly onChange: (orderId: string) => void
  /** Called with field names of a request that the interface does not define. */
  readonly onUnknownFields: (fields: UnknownFields) => void
}

export interface Gateway {
  /** Answers any request. Throws only if the ledger cannot be written; nothing has happened then. */
  answer(request: WireRequest): WireAnswer
}

/** Creates a gateway with its books. */
export function createGateway(books: Books, settings: GatewaySettings): Gateway {
  const { readings } = settings

  const record = (line: LedgerLine) => {
    books.record(line)
    const orderId = line.order?.orderId ?? line.step?.orderId ?? line.transaction?.orderId
    if (orderId !== undefined) settings.onChange(orderId)
  }

  const carryOut = (route: Route, values: FieldValues, refusal: Refusal | null, nonce?: string): WireAnswer => {
    const now = settings.now()
    const ids = books.freshIds()
    const output: HandlerOutput = refusal !== null
      ? { kind: 'refused', refusal }
      : handlerOf(route.operation)({ ...settings, route, values, books, ids, now, baseUrl: settings.baseUrl() })
    if (output.kind === 'nothing-done') return { ...formAnswer([]), fault: faultOf(output.fault) }
    record({
      at: new Date(now).toISOString(),
      serialNumber: ids.serialNumber,
      operation: route.operation.id,
      entryPoint: `${route.entryPoint.kind} ${route.entryPoint.id}`,
      ...(nonce !== undefined && { nonce }),
      ...recorded(output),
    })
    if (output.kind === 'refused') return formAnswer(refusalFields(output.refusal, ids.serialNumber))
    const [type, ...fields] = output.fields
    const answer = formAnswer([...(type === undefined ? [] : [type]), ['serial-number', ids.serialNumber], ...fields])
    return { ...answer, fault: faultOf(output.fault ?? null) }
  }

  const withControl = (route: Route, request: WireRequest): WireAnswer => {
    const { operation, entryPoint } = route
    const pairs = isForm(request) ? parseForm(request.body) : []
    const values = readValues(operation, pairs, readings)
    const problem = isForm(request)
      ? parameterProblem(operation, pairs, values, entryPoint, readings)
      : 'The content type must be application/x-www-form-urlencoded'
    if (problem !== null) return carryOut(route, values, invalidParameter(problem))
    const recipe = operation.authentication.kind === 'control' ? operation.authentication.recipe : []
    const right = isControlRight({ recipe, entryPoint, values, readings, merchantControl: settings.merchantControl })
    return carryOut(route, values, right ? null : invalidControl)
  }

  const withOAuth = (route: Route, request: WireRequest): WireAnswer => {
    const checked = checkOAuth({
      request, readings, entryPoint: route.entryPoint, publicKey: settings.publicKey(), publicUrl: settings.publicUrl,
      clockWindowSeconds: settings.clockWindowSeconds, now: settings.now(),
      method: methodOf(route.operation, readings), merchantControl: settings.merchantControl,
      wasNonceUsed: (nonce) => books.wasNonceUsed(nonce),
    })
    if (!checked.ok) return accessDenied(checked.failure)
    const pairs = parseForm(request.body)
    const values = readValues(route.operation, pairs, readings)
    const problem = parameterProblem(route.operation, pairs, values, route.entryPoint, readings)
    return carryOut(route, values, problem === null ? null : invalidParameter(problem), checked.value.nonce)
  }

  return {
    answer(request) {
      const page = answerPage(request, { ...settings, books, record, now: settings.now(), baseUrl: settings.baseUrl() })
      if (page !== null) return page
      const found = findServed(request, settings)
      if (!found.ok) return found.failure
      const unknown = isForm(request) ? unknownFields(found.value.operation, request.body, readings) : null
      if (unknown !== null) settings.onUnknownFields(unknown)
      return found.value.operation.authentication.kind === 'oauth'
        ? withOAuth(found.value, request)
        : withControl(found.value, request)
    },
  }
}

/** The operation of a request, if the method is right; otherwise the answer. */
function findServed(
  request: Pick<WireRequest, 'method' | 'target'>, { productWord, served }: Pick<GatewaySettings, 'productWord' | 'served'>,
): Result<Route, WireAnswer> {
  const route = findRoute(pathOf(request.target), productWord, served)
  if (route === null) return failed(notServed)
  if (request.method === 'POST') return success(route)
  return failed(route.operation.authentication.kind === 'oauth'
    ? accessDenied('the method is not POST.')
    : pageAnswer(405, 'Method not allowed', ['Operations are sent with POST.']))
}

const notServed = pageAnswer(404, 'Not found', [
  'No operation has this path. It is /{product word}/api/, the operation, then an endpoint id or group/ and a group id.',
])

/** The interface restricts signatures to RSA-SHA256; `readings` decides if two methods are documented (addendum 5). */
function methodOf({ authentication }: Operation<string>, { panEligibilitySignature }: Readings): SignatureMethod {
  const both = authentication.kind === 'oauth' && authentication.methods.length > 1
  return both ? panEligibilitySignature : 'RSA-SHA256'
}

function recorded(output: Exclude<HandlerOutput, { kind: 'nothing-done' }>): Partial<LedgerLine> {
  if (output.kind === 'refused') return { refused: output.refusal.message }
  const { order, card, transaction, step } = output
  return { ...(order && { order }), ...(card && { card }), ...(transaction && { transaction }), ...(step && { step }) }
}

function faultOf(kind: FaultKind | null): WireAnswer['fault'] {
  return kind === null ? null : { kind, delayMs: defaultDelayMs }
}
