import { describe, expect, test } from 'vitest'
import { confidentialNames, sensitivityByName, soundsConfidential } from '#shared/gateway/fields/confidential-names.ts'
import { fieldKeys, fields } from '#shared/gateway/fields/fields.ts'
import { isMasked } from '#shared/gateway/fields/field-kinds.ts'
import { replyFieldNames, replySensitivity } from '#shared/gateway/fields/reply-fields.ts'

describe('a reply that echoes a request field shows no more of it than the request', () => {
  test.each(fieldKeys.filter((key) => isMasked(fields[key].sensitivity)))('%s', (key) => {
    const { wire, sensitivity } = fields[key]
    for (const name of [wire, wire.toUpperCase(), wire.replaceAll('_', '-'), wire.replaceAll('-', '_')]) {
      expect(replySensitivity(name)).toBe(sensitivity)
    }
  })
})

test.each(confidentialNames)('%s is masked in a reply, also as a name of other software', (name) => {
  expect(isMasked(replySensitivity(name))).toBe(true)
})

test('no field of the interface is hidden because of a similar name', () => {
  expect(replyFieldNames.filter((name) => sensitivityByName(name) !== null)).toEqual([])
})

test.each(['cvvCode', 'my_password', 'user-pin', 'security code', 'api_secret'])('%s looks like the name of a secret', (name) => {
  expect(soundsConfidential(name)).toBe(true)
})

test.each(['amount', 'shipping', 'company', 'order_desc'])('%s does not', (name) => {
  expect(soundsConfidential(name)).toBe(false)
})
