/**
 * One request, one answer: find the operation, check who asks, check what is asked, carry it out, write the ledger,
 * word the reply. Synchronous from check to ledger, so no two requests can pass with one nonce.
 */
import type { KeyObject } from 'node:crypto'
import type { FieldValues } from '#shared/gateway/fields.ts'
import { parseForm } from '#shared/gateway/form.ts'
import { failed, success, type Result } from '#shared/result.ts'
import type { Books } from './books.ts'
import { isControlRight } from './check-control.ts'
import { checkOAuth } from './check-oauth.ts'
import { defaultDelayMs, type FaultKind } from './faults.ts'
import type { LedgerLine } from './ledger.ts'
import { handlerOf } from './operations/table.ts'
import type { Handler, HandlerOutput } from './operations/handler.ts'
import { parameterProblem, readValues } from './parameters.ts'
import type { Readings } from './readings.ts'
import {
  accessDenied, formAnswer, invalidControl, invalidParameter, pageAnswer, refusalFields, type Refusal,
} from './replies.ts'
import { findRoute, type Route } from './route.ts'
import { isForm, pathOf, type WireAnswer, type WireRequest } from './wire.ts'

export interface GatewaySettings {
  readonly productWord: string
  readonly merchantControl: string
  readonly processingMs: number
  readonly readings: Readings
  /** Asked at each request: it may be set while the gateway runs. */
  readonly publicKey: () => KeyObject | null
  readonly baseUrl: () => string
  readonly now: () => number
}

export interface Gateway {
  /** Answers any request whatever. Throws only when the ledger can't be written; nothing has happened then. */
  answer(request: WireRequest): WireAnswer
}

/** Makes a gateway over its books. */
export function createGateway(books: Books, settings: GatewaySettings): Gateway {
  const { productWord, readings } = settings

  const carryOut = (route: ServedRoute, values: FieldValues, refusal: Refusal | null, nonce?: string): WireAnswer => {
    const now = settings.now()
    const ids = books.freshIds()
    const output: HandlerOutput = refusal !== null
      ? { kind: 'refused', refusal }
      : route.handler({ ...settings, route, values, books, ids, now, baseUrl: settings.baseUrl() })
    if (output.kind === 'nothing-done') return { ...formAnswer([]), fault: faultOf(output.fault) }
    books.record({
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

  const withControl = (route: ServedRoute, request: WireRequest): WireAnswer => {
    const { operation, entryPoint } = route
    const pairs = isForm(request) ? parseForm(request.body) : []
    const values = readValues(operation, pairs)
    const problem = isForm(request)
      ? parameterProblem(operation, pairs, values, entryPoint, readings)
      : 'The content type must be application/x-www-form-urlencoded'
    if (problem !== null) return carryOut(route, values, invalidParameter(problem))
    const recipe = operation.authentication.kind === 'control' ? operation.authentication.recipe : []
    const right = isControlRight({ recipe, entryPoint, values, readings, merchantControl: settings.merchantControl })
    return carryOut(route, values, right ? null : invalidControl)
  }

  const withOAuth = (route: ServedRoute, request: WireRequest): WireAnswer => {
    const checked = checkOAuth({
      request, readings, entryPoint: route.entryPoint, publicKey: settings.publicKey(),
      wasNonceUsed: (nonce) => books.wasNonceUsed(nonce),
    })
    if (!checked.ok) return accessDenied(checked.failure)
    const pairs = parseForm(request.body)
    const values = readValues(route.operation, pairs)
    const problem = parameterProblem(route.operation, pairs, values, route.entryPoint, readings)
    return carryOut(route, values, problem === null ? null : invalidParameter(problem), checked.value.nonce)
  }

  return {
    answer(request) {
      const found = findServed(request, productWord)
      if (!found.ok) return found.failure
      return found.value.operation.authentication.kind === 'oauth'
        ? withOAuth(found.value, request)
        : withControl(found.value, request)
    },
  }
}

interface ServedRoute extends Route {
  readonly handler: Handler
}

/** The operation that a request names, if this gateway serves it with this method. */
function findServed(request: Pick<WireRequest, 'method' | 'target'>, productWord: string): Result<ServedRoute, WireAnswer> {
  const path = pathOf(request.target)
  if (request.method === 'GET' && path.startsWith(`/${productWord}/cardholder/`)) return failed(cardholderPage())
  const route = findRoute(path, productWord)
  const handler = route === null ? null : handlerOf(route.operation.id)
  if (route === null || handler === null) return failed(notServed(route))
  if (request.method === 'POST') return success({ ...route, handler })
  return failed(route.operation.authentication.kind === 'oauth'
    ? accessDenied('the method is not POST.')
    : pageAnswer(405, 'Method not allowed', ['Operations are sent with POST.']))
}

function notServed(route: Route | null): WireAnswer {
  return pageAnswer(404, 'Not found', [route === null
    ? 'No operation has this path. It is /{product word}/api/, the operation, then an endpoint id or group/ and a group id.'
    : `The built-in gateway does not carry out ${route.operation.path.replace(/^\/|\/$/g, '')}.`])
}

function cardholderPage(): WireAnswer {
  return pageAnswer(200, 'Cardholder authentication', [
    'Here the cardholder would authenticate with the bank. In the built-in gateway the order goes on waiting.',
  ])
}

function recorded(output: Exclude<HandlerOutput, { kind: 'nothing-done' }>): Pick<LedgerLine, 'refused' | 'order' | 'card'> {
  if (output.kind === 'refused') return { refused: output.refusal.message }
  return { ...(output.order && { order: output.order }), ...(output.card && { card: output.card }) }
}

function faultOf(kind: FaultKind | null): WireAnswer['fault'] {
  return kind === null ? null : { kind, delayMs: defaultDelayMs }
}
