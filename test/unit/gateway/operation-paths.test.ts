import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { documentedPaths, operationPath, pathProblem, pathProblems } from '#shared/gateway/operations/operation-paths.ts'
import { operationIds, operations, touchesMoney, type OperationId } from '#shared/gateway/operations/operations.ts'
import { composeRequest, operationUrl } from '#shared/gateway/requests/request.ts'
import { defaultSwitches, type Switches } from '#shared/gateway/operations/switches.ts'
import { switchesSchema } from '#shared/model/profiles/profile.ts'
import { findRoute } from '../../../electron/sandbox/requests/route.ts'

const switchesWith = (paths: Switches['paths'], changes: Partial<Switches> = {}) => ({ ...defaultSwitches, ...changes, paths })
const contextWith = (paths: Switches['paths'], kind: 'endpoint' | 'group' = 'endpoint') => ({
  baseUrl: 'https://gateway.example', productWord: 'gw', login: 'merchant', switches: switchesWith(paths),
  entryPoint: kind === 'group' ? { kind, id: '117' } : { kind, id: '1001', currency: 'USD' },
} as const)

const otherPaths = (id: OperationId) =>
  operationIds.filter((other) => other !== id).flatMap((other) => documentedPaths(operations[other]))
const everyClash = operationIds.flatMap((id) => otherPaths(id).map((path) => [id, path] as const))

/** A part of a path as a lenient server still understands it: capitals, escapes (twice too), parameters after `;`. */
const spelled = (segment: string): fc.Arbitrary<string> =>
  fc.tuple(
    fc.tuple(...[...segment].map((letter) => fc.constantFrom(
      letter, letter.toUpperCase(), `%${letter.charCodeAt(0).toString(16)}`, `%25${letter.charCodeAt(0).toString(16).toUpperCase()}`,
    ))),
    fc.constantFrom('', '', ';', ';v=1'),
  ).map(([letters, parameters]) => letters.join('') + parameters)

/** Separators between two parts, before and after, that do not change the target. */
const slashes = fc.constantFrom('/', '//', '/./', '/%2e/', '%2F', '%252f', '\\', '/x/../', '/x/%2e%2E/', '/x/..;/', '/;a/')

const lenientSpelling = (path: string): fc.Arbitrary<string> => {
  const segments = path.split('/').filter((segment) => segment !== '')
  return fc.tuple(
    fc.tuple(...segments.flatMap((segment) => [slashes, spelled(segment)])),
    fc.constantFrom('', '/', '//', '/?', '#', '/group/', '/1001'), fc.constantFrom('', '/x', '/x/y'),
  ).map(([parts, end, start]) => start + parts.join('') + end)
}

const moneyPaths = (switches: Switches) => operationIds.filter((id) => touchesMoney(operations[id]))
  .flatMap((id) => [operationPath(operations[id], switches), ...documentedPaths(operations[id])]
    .map((path) => ({ id, path })))

describe('attack: a path of the profile is another spelling of a path that moves money', () => {
  it('is refused for every other operation, whatever lenient servers treat as equal, also for a path that the profile itself sets', () => {
    const own = { return: '/v3/refunds/', sale: '/pay/now/', payout: '/v2/payout-new/' }
    const spelling = fc.constantFrom(...moneyPaths(switchesWith(own)))
      .chain(({ id, path }) => lenientSpelling(path).map((written) => ({ id, written })))
    fc.assert(fc.property(fc.constantFrom(...operationIds), spelling, (id, { id: owner, written }) => {
      fc.pre(id !== owner)
      expect(pathProblem(id, switchesWith({ ...own, [id]: written }))).not.toBeNull()
    }), { numRuns: 3_000 })
  })

  it.each([
    '/x/v2/return/', '/v2/status/v2/return/', '/v2/return', '/v2//return/', '/v2/r%65turn/', '/v2%2freturn/', '/v2/return;v=1/',
    '/v2/return/?', '/V2\\Return/', '/v2/%2572eturn/', '/',
  ])('%s is refused as a path of a status query', (path) => {
    expect(pathProblem('status', switchesWith({ status: path }))?.kind).toBe('of-other-operation')
  })

  it.each(['/v2/x/%2e%2e/return/', '/v2/..;/return/', '/v2/%2e/return/', '\\..\\return'])('%s has dots', (path) => {
    expect(pathProblem('status', switchesWith({ status: path }))?.kind).toBe('dots')
  })

  it.each(['/v2/returns/', '/v2/status-return/', '/v2/return-status/', '/v3/return/', '/return/v2/'])('%s is a different path', (path) => {
    expect(pathProblem('status', switchesWith({ status: path }))).toBeNull()
  })

  it('of two operations that move money neither may have the path of the other', () => {
    expect(pathProblem('void', switchesWith({ void: '/x/V2/return/' }))).toMatchObject({ operation: 'return' })
    expect(pathProblem('void', switchesWith({ void: '/v3/refund/', return: '/v3/Refund/' }))).toMatchObject({ operation: 'return' })
  })
})

describe('a path of the profile', () => {
  it('is never that of another operation, whatever its capitals and its continuation', () => {
    for (const [id, path] of everyClash) {
      for (const written of [path, path.toUpperCase(), `${path}group/`, `${path}1/`]) {
        expect([id, written, pathProblem(id, switchesWith({ [id]: written }))?.kind]).toEqual([id, written, 'of-other-operation'])
      }
    }
  })

  it('names the operation that has it', () => {
    expect(pathProblem('status', switchesWith({ status: '/v2/return/' })))
      .toEqual({ kind: 'of-other-operation', operation: 'return', path: '/v2/return/' })
    expect(pathProblem('status', switchesWith({ status: '/v2/make-rebill/' }))).toMatchObject({ operation: 'recurrent-payment' })
  })

  it('is not the beginning of another path either: the entry point would name the operation', () => {
    expect(pathProblem('status', switchesWith({ status: '/v2/' }))?.kind).toBe('of-other-operation')
  })

  it('is not one that the profile sets for another operation; both have the problem', () => {
    const shared = switchesWith({ status: '/v2/order/', void: '/v2/order/' })
    expect(pathProblems(shared).map(({ id, problem }) => [id, problem.kind === 'dots' ? '' : problem.operation]))
      .toEqual([['void', 'status'], ['status', 'void']])
    // A gateway may still serve the document's path.
    expect(pathProblem('status', switchesWith({ status: '/v2/return/', return: '/v2/refund/' }))?.kind).toBe('of-other-operation')
  })

  it.each(['/v2/status/../return/', '/v2/make-rebill-sale/../void/', '/v2/./return/', '/../', '/v2/return./', '/v2/.return/'])(
    'has no part that starts or ends with a dot: %s',
    (path) => { expect(pathProblem('status', switchesWith({ status: path }))?.kind).toBe('dots') },
  )

  it('may be any other: its own, the other one of the recurrent payment, a new one, none', () => {
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

  it('uses the profile’s path, else the catalogue’s and the switch of the recurrent payment', () => {
    expect(operationPath(operations.status, switchesWith({ status: '/v2/order-status/' }))).toBe('/v2/order-status/')
    expect(operationPath(operations['recurrent-payment'], switchesWith({}, { recurrentPath: 'make-rebill' }))).toBe('/v2/make-rebill/')
    expect(operationPath(operations.void, switchesWith({}))).toBe('/v2/void/')
  })
})
