import { expect, it } from 'vitest'
import { defaultSwitches } from '#shared/gateway/operations/switches.ts'
import { recogniseUrl } from '#shared/inspector/recognise.ts'

it.each([
  ['v2/make-rebill-sale/22903', 'recurrent-payment', '22903'],
  ['v2/make-rebill/22903', 'recurrent-payment', '22903'],
  ['v2/make-rebill/group/117', 'recurrent-payment', 'group/117'],
  ['v2/make-rebill-preauth/22903/', 'recurrent-preauthorisation', '22903'],
  ['v2/status/22903?x=1', 'status', '22903'],
])('%s is %s at %s, whichever path a profile uses', (path, operation, entryPointSegment) => {
  for (const recurrentPath of ['make-rebill-sale', 'make-rebill'] as const) {
    const found = recogniseUrl(`https://gate.example/gw/api/${path}`, { ...defaultSwitches, recurrentPath })
    expect(found).toMatchObject({ operation: { id: operation }, entryPointSegment })
  }
})

it.each(['v2/sale/', 'v2/unknown/1', 'v2/status/1/2'])('%s belongs to no operation', (path) => {
  expect(recogniseUrl(`https://gate.example/gw/api/${path}`, defaultSwitches)).toBeNull()
})
