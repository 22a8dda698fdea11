import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { operationIds, operations } from '#shared/gateway/operations/operations.ts'
import { operationUrl } from '#shared/gateway/requests/request.ts'
import { defaultSwitches } from '#shared/gateway/operations/switches.ts'
import { readTypedAddress } from '#shared/model/profiles/typed-address.ts'

describe('a pasted address', () => {
  it.each<[string, string, string, string | null]>([
    ['https://gate.example/acme', 'https://gate.example', 'acme', null],
    ['https://gate.example/acme/', 'https://gate.example', 'acme', null],
    ['https://GATE.example:8443/acme/api', 'https://gate.example:8443', 'acme', null],
    ['https://gate.example/acme/api/v2/', 'https://gate.example', 'acme', null],
    ['https://gate.example/pay/acme/api/v4/transfer/22903?x=1', 'https://gate.example/pay', 'acme', 'endpoint 22903'],
    ['https://gate.example/acme/api/v2/sale/group/117', 'https://gate.example', 'acme', 'group 117'],
    [' https://gate.example/pay/acme ', 'https://gate.example/pay', 'acme', null],
  ])('%s', (text, baseUrl, productWord, entered) => {
    const taken = readTypedAddress(text)
    expect(taken).toMatchObject({ baseUrl, productWord })
    expect(taken?.entryPoint == null ? null : `${taken.entryPoint.kind} ${taken.entryPoint.id}`).toBe(entered)
  })

  it.each(['https://gate.example', 'https://gate.example/', 'gate.example/acme', 'ftp://gate.example/acme', 'https://u:p@gate.example/acme',
    'https://gate.example/api/v2/sale/1', 'https://gate.example/not%20a%20word', '', 'acme'])('%j is not changed', (text) => {
    expect(readTypedAddress(text)).toBeNull()
  })

  it('of any operation is split into its original parts', () => {
    fc.assert(fc.property(
      fc.constantFrom(...operationIds), fc.stringMatching(/^[a-z][a-z0-9-]{0,12}$/).filter((word) => word !== 'api'), fc.stringMatching(/^\d{1,9}$/),
      (id, productWord, endpoint) => {
        const entryPoint = { kind: 'endpoint' as const, id: endpoint, currency: 'USD' }
        const url = operationUrl(operations[id], { baseUrl: 'https://gate.example', productWord, login: 'acme', entryPoint, switches: defaultSwitches })
        expect(readTypedAddress(url ?? '')).toEqual({
          baseUrl: 'https://gate.example', productWord, entryPoint: { kind: 'endpoint', id: endpoint },
        })
      },
    ))
  })
})
