import { expect, it } from 'vitest'
import { authoritiesProblem, certificatesIn, longestAuthorities } from '#shared/model/team-authorities.ts'
import { teamAddressSchema } from '#shared/model/team-state.ts'

const certificate = '-----BEGIN CERTIFICATE-----\nMIIB\n-----END CERTIFICATE-----\n'
const addressWith = (authorities: string) => ({ host: 'db.example', port: 5_432, database: 'team', user: 'anna', authorities })

it.each([
  ['', null], ['  \n', null], [certificate, null], [`${certificate}${certificate}`, null],
  ['MIIB', 'no-certificate'], [certificate.padEnd(longestAuthorities + 1), 'too-long'],
  [`${certificate}-----BEGIN EC PRIVATE KEY-----`, 'private-key'],
] as const)('of the authorities %j is said: %s', (text, problem) => {
  expect(authoritiesProblem(text)).toBe(problem)
})

it('main refuses a private key among the authorities, whatever the page lets through', () => {
  expect(teamAddressSchema.safeParse(addressWith(certificate)).success).toBe(true)
  expect(teamAddressSchema.safeParse(addressWith('-----BEGIN RSA PRIVATE KEY-----')).success).toBe(false)
})

it('counts certificates', () => {
  expect([certificatesIn(''), certificatesIn(`${certificate}${certificate}`)]).toEqual([0, 2])
})
