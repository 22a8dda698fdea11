import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { documentedPaths, operationPath, pathProblem, pathProblems } from '#shared/gateway/operation-paths.ts'
import { operationIds, operations, type OperationId } from '#shared/gateway/operations.ts'
import { composeRequest, operationUrl } from '#shared/gateway/request.ts'
import { defaultSwitches, type Switches } from '#shared/gateway/switches.ts'
import { switchesSchema } from '#shared/model/profile.ts'
import { findRoute } from '../../../electron/sandbox/route.ts'

const switchesWith = (paths: Switches['paths'], changes: Partial<Switches> = {}) => ({ ...defaultSwitches, ...changes, paths })
const contextWith = (paths: Switches['paths'], kind: 'endpoint' | 'group' = 'endpoint') => ({
  baseUrl: 'https://gateway.example', productWord: 'gw', login: 'merchant', switches: switchesWith(paths),
  entryPoint: kind === 'group' ? { kind, id: '117' } : { kind, id: '1001', currency: 'USD' },
} as const)

const otherPaths = (id: OperationId) =>
  operationIds.filter((other) => other !== id).flatMap((other) => documentedPaths(operations[other]))
const everyClash = operationIds.flatMap((id) => otherPaths(id).map((path) => [id, path] as const))

describe('a path of the profile', () => {
  it('is never the one of another operation, whatever capitals it has and whatever follows it', () => {
    for (const [id, path] of everyClash) {
      for (const written of [path, path.toUpperCase(), `${path}group/`, `${path}1/`]) {
        expect([id, written, pathProblem(id, switchesWith({ [id]: written }))?.kind]).toEqual([id, written, 'of-other-operation'])
      }
    }
  })

  it('tells whose it is', () => {
    expect(pathProblem('status', switchesWith({ status: '/v2/return/' })))
      .toEqual({ kind: 'of-other-operation', operation: 'return', path: '/v2/return/' })
    expect(pathProblem('status', switchesWith({ status: '/v2/make-rebill/' }))).toMatchObject({ operation: 'recurrent-payment' })
  })

  it('is not the beginning of others either: the entry point would name the operation', () => {
    expect(pathProblem('status', switchesWith({ status: '/v2/' }))?.kind).toBe('of-other-operation')
  })

  it('is not one that the profile gives another operation; both are told', () => {
    const shared = switchesWith({ status: '/v2/order/', void: '/v2/order/' })
    expect(pathProblems(shared).map(({ id, problem }) => [id, problem.kind === 'dots' ? '' : problem.operation]))
      .toEqual([['void', 'status'], ['status', 'void']])
    // A gateway may still listen where the document says.
    expect(pathProblem('status', switchesWith({ status: '/v2/return/', return: '/v2/refund/' }))?.kind).toBe('of-other-operation')
  })

  it.each(['/v2/status/../return/', '/v2/make-rebill-sale/../void/', '/v2/./return/', '/../', '/v2/return./', '/v2/.return/'])(
    'has no part that begins or ends with a dot: %s',
    (path) => { expect(pathProblem('status', switchesWith({ status: path }))?.kind).toBe('dots') },
  )

  it('may be anything else: its own, the other one of the recurrent payment, a new one, none', () => {
    expect(pathProblems(switchesWith({
      status: '/v2/order-status/', 'recurrent-payment': '/v2/make-rebill/', sale: '/v2/sale/', 'get-card-info': '/v2.1/card/',
      return: '/v2/return-order/',
    }))).toEqual([])
    expect(pathProblems(switchesWith({}, { recurrentPath: 'make-rebill' }))).toEqual([])
  })
})

describe('a request', () => {
  it('is not composed for a path of another operation', () => {
    for (const [id, path] of everyClash) {
      expect(() => composeRequest(operations[id], {}, contextWith({ [id]: path })), `${id} ${path}`).toThrow(TypeError)
    }
    expect(() => composeRequest(operations.status, {}, contextWith({ status: '/v2/status/../return/' }))).toThrow(TypeError)
  })

  it('reaches no other operation by any path that a profile may have', () => {
    const part = fc.constantFrom(
      'v2', 'V2', 'v4', '3ds', 'v1', 'status', 'return', 'Return', 'void', 'group', 'make-rebill', 'make-rebill-sale', '..', '.', 'x',
    )
    const path = fc.array(part, { minLength: 1, maxLength: 6 }).map((parts) => `/${parts.join('/')}/`)
    fc.assert(fc.property(fc.constantFrom(...operationIds), path, fc.constantFrom('endpoint', 'group'), (id, written, kind) => {
      if (!switchesSchema.shape.paths.safeParse({ [id]: written }).success) return
      const context = contextWith({ [id]: written }, kind)
      let url: string | null
      try { url = operationUrl(operations[id], context) } catch { return }
      const reached = url === null ? null : findRoute(new URL(url).pathname.toLowerCase(), 'gw')
      expect([null, id]).toContain(reached?.operation.id ?? null)
    }), { numRuns: 2_000 })
  })

  it('goes by the profile’s path, else by the catalogue’s and the switch of the recurrent payment', () => {
    expect(operationPath(operations.status, switchesWith({ status: '/v2/order-status/' }))).toBe('/v2/order-status/')
    expect(operationPath(operations['recurrent-payment'], switchesWith({}, { recurrentPath: 'make-rebill' }))).toBe('/v2/make-rebill/')
    expect(operationPath(operations.void, switchesWith({}))).toBe('/v2/void/')
  })
})
