import { describe, expect, it } from 'vitest'
import type { Certificate } from '#shared/brands.ts'
import {
  authoritiesProblem, authoritiesSchema, certificatesIn, longestAuthorities, longestCertificate, mostAuthorities, pemOf,
} from '#shared/model/keys/certificate-authorities.ts'
import { teamAddressSchema } from '#shared/model/team/team-state.ts'

const certificate = '-----BEGIN CERTIFICATE-----\nMIIB\n-----END CERTIFICATE-----\n'
const addressWith = (authorities: string) => ({ host: 'db.example', port: 5_432, database: 'team', user: 'anna', authorities })

it.each([
  ['', null], ['  \n', null], [certificate, null], [`${certificate}${certificate}`, null],
  ['MIIB', 'no-certificate'], [certificate.padEnd(longestAuthorities + 1), 'too-long'],
  [certificate.repeat(mostAuthorities), null], [certificate.repeat(mostAuthorities + 1), 'too-many'],
  [`${certificate}-----BEGIN EC PRIVATE KEY-----`, 'private-key'],
] as const)('the authorities %j have the problem %s', (text, problem) => {
  expect(authoritiesProblem(text)).toBe(problem)
})

it('main refuses a private key among the authorities, whatever the page accepts', () => {
  expect(teamAddressSchema.safeParse(addressWith(certificate)).success).toBe(true)
  expect(teamAddressSchema.safeParse(addressWith('-----BEGIN RSA PRIVATE KEY-----')).success).toBe(false)
})

it('counts certificates', () => {
  expect([certificatesIn(''), certificatesIn(`${certificate}${certificate}`)]).toEqual([0, 2])
})

describe('the authorities of a profile', () => {
  const parsed = (value: unknown) => authoritiesSchema.safeParse(value).data

  it('are the same content in any order, and however often one is listed', () => {
    expect(parsed(['MIIC', 'MIIB', 'MIIC'])).toEqual(['MIIB', 'MIIC'])
  })

  it.each<[string, unknown]>([
    ['a path', ['/etc/company.pem']], ['a PEM text', [certificate]], ['another base64 text of the same bytes', ['MIJ=']],
    ['an empty text', ['']], ['no certificate', []], ['a text', 'MIIB'],
    ['too long a certificate', ['A'.repeat(longestCertificate + 4)]],
    ['too many certificates', ['MIIA', 'MIIB', 'MIIC', 'MIID', 'MIIE']],
  ])('are not %s', (_what, value) => { expect(parsed(value)).toBeUndefined() })

  it('have lines of 64 characters as PEM text', () => {
    expect(pemOf(['A'.repeat(68) as Certificate]))
      .toBe(`-----BEGIN CERTIFICATE-----\n${'A'.repeat(64)}\nAAAA\n-----END CERTIFICATE-----\n`)
    expect(pemOf([])).toBe('')
  })
})
