import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { base64Url } from '#shared/gateway/encoding/base64url.ts'
import type { Pair } from '#shared/gateway/encoding/form.ts'
import { issuerAddress } from '#shared/gateway/orders/issuer-address.ts'
import { operations } from '#shared/gateway/operations/operations.ts'
import {
  answerField, hasNoMethod, issuerPage, notificationUrl, readMoment, uploadFields, uploadOf, waitsForUpload,
  type UploadMoment,
} from '#shared/gateway/orders/three-d-secure.ts'

const acs = 'https://acs.example/go'
const validating: Pair[] = [['type', 'status-response'], ['status', 'processing'], ['order-stage', 'sale_3d_validating']]
const methodFields: Pair[] = [
  ...validating, ['tds-status', 'MethodUrlFrame'], ['tds-method-url-frame-3ds-server-trans-id', 'trans-1'],
  ['tds-method-url-frame-3ds-method-url', acs],
]
const challengeFields: Pair[] = [
  ...validating, ['tds-status', 'CReqForm'], ['tds-creq-form-acs-url', acs], ['tds-creq-form-creq', 'the-creq'],
]
const version1Fields: Pair[] = [
  ...validating, ['tds-status', 'PaReqForm'], ['tds-pareq-form-pareq', 'the-pareq'], ['tds-pareq-form-acs-url', acs],
  ['tds-pareq-form-md', 'the-md'],
]

const at = (fields: readonly Pair[], allowsLoopback = false) => readMoment({ fields }, allowsLoopback)
const without = (fields: readonly Pair[], name: string) => fields.filter(([other]) => other !== name)
const changed = (fields: readonly Pair[], name: string, value: string): Pair[] =>
  [...without(fields, name), [name, value]]

function uploadMoment(fields: readonly Pair[]): UploadMoment {
  const moment = at(fields)
  if (!waitsForUpload(moment)) expect.fail(`nothing to upload at ${JSON.stringify(moment)}`)
  return moment
}

describe('the current step of an order (§3)', () => {
  it.each([
    ['filtering', [['status', 'processing'], ['order-stage', 'sale_filtering']], 'working'],
    ['the method', methodFields, 'method'],
    ['a challenge', challengeFields, 'challenge'],
    ['version 1', version1Fields, 'authentication'],
    ['the cardholder, without a step', validating, 'waiting'],
    ['a step that the table does not name', changed(validating, 'tds-status', 'OobForm'), 'waiting'],
    ['a redirect alone', [['status', 'processing'], ['redirect-to', acs]], 'waiting'],
    ['approved', [['status', 'approved'], ['order-stage', 'sale_approved']], 'final'],
    ['declined', [['status', 'declined']], 'final'],
  ] as [string, Pair[], string][])('is found for %s', (_name, fields, kind) => {
    expect(at(fields)?.kind).toBe(kind)
  })

  it('has no step for a reply without a status', () => {
    expect(at(without(challengeFields, 'status'))).toBeNull()
  })

  it('a final status is the end, whatever forms the reply still contains', () => {
    fc.assert(fc.property(
      fc.constantFrom('approved', 'declined', 'filtered', 'error'),
      fc.constantFrom(methodFields, challengeFields, version1Fields),
      (status, fields) => {
        expect(at(changed(fields, 'status', status))).toEqual({ kind: 'final', status })
      },
    ))
  })

  it('nothing is sent for a named step without its payload', () => {
    expect(at(without(challengeFields, 'tds-creq-form-creq'))?.kind).toBe('waiting')
    expect(at(changed(version1Fields, 'tds-pareq-form-pareq', ''))?.kind).toBe('waiting')
  })

  it('the payload decides if the reply names no step', () => {
    for (const fields of [methodFields, challengeFields, version1Fields]) {
      expect(at(without(fields, 'tds-status'))).toEqual(at(fields))
    }
  })

  it('never fails, whatever a gateway returns', () => {
    const name = fc.constantFrom(...[...methodFields, ...challengeFields, ...version1Fields].map(([one]) => one), 'html', 'redirect-to')
    const pairs = fc.array(fc.tuple(name, fc.oneof(fc.string({ unit: 'binary' }), fc.webUrl(), fc.constantFrom('processing', 'CReqForm'))))
    fc.assert(fc.property(pairs, fc.boolean(), (fields, allowsLoopback) => {
      const moment = readMoment({ fields }, allowsLoopback)
      if (waitsForUpload(moment)) issuerPage(moment)
    }))
  })
})

describe('an address from a reply', () => {
  it.each([
    'javascript:alert(1)', 'JaVaScRiPt://%0aalert(1)', 'data:text/html,x', 'file:///etc/passwd', 'app://page/index.html',
    'blob:https://acs.example/1', 'ftp://acs.example/', 'ws://acs.example/', 'about:blank', '//acs.example/', '/path', 'acs.example',
    'http://acs.example/', 'http://127.0.0.1.evil.example/', 'http://localhost.evil.example/', 'http://127.0.0.1@evil.example/',
    'https://acs.example@evil.example/', 'https://user:pass@acs.example/', 'https:acs.example', 'https:///acs.example/',
    'https:\\\\acs.example/', 'https://acs.example\\@evil.example/', 'https://acs.exa\tmple/', 'https://acs.example/\n', ' https://acs.example/',
    'https://', 'https://[::1', 'view-source:https://acs.example/', 'http://0.0.0.0/', 'http://10.0.0.1/', 'http://[::ffff:10.0.0.1]/',
  ])('is refused: %s', (text) => {
    expect(issuerAddress(text, false)).toEqual({ kind: 'refused' })
    expect(issuerAddress(text, true)).toEqual({ kind: 'refused' })
  })

  it.each([
    'http://127.0.0.1:8080/acs', 'http://localhost:1/', 'http://[::1]:8080/', 'https://localhost/', 'http://2130706433/',
    'https://[::ffff:127.0.0.1]/', 'https://0.0.0.0:8443/', 'https://[::]/', 'https://localhost./', 'https://acs.localhost/',
  ])(
    'of this computer is for the sandbox only: %s', (text) => {
      expect(issuerAddress(text, false).kind).toBe('refused')
      expect(issuerAddress(text, true).kind).toBe('usable')
    })

  it('with https is accepted, and its host is the one that will be contacted', () => {
    expect(issuerAddress('HTTPS://ACS.Example:8443/a?b=c#d', false))
      .toEqual({ kind: 'usable', url: 'https://acs.example:8443/a?b=c#d', host: 'acs.example:8443' })
    // Letters that look like others are distinguished by their ASCII form.
    expect(issuerAddress('https://аcs.example/', false)).toMatchObject({ host: expect.stringMatching(/^xn--/) as string })
  })

  it('is only usable as https, or as plain http to this computer in the sandbox', () => {
    const schemes = fc.constantFrom('https://', 'http://', 'HTTP://', 'https:', 'javascript:', 'data:', 'file://', 'app://', '//', '')
    const rest = fc.oneof(fc.webUrl().map((url) => url.replace(/^https?:\/\//, '')), fc.string({ unit: 'binary' }), fc.constantFrom('127.0.0.1', 'localhost:80'))
    fc.assert(fc.property(schemes, rest, fc.boolean(), (scheme, tail, allowsLoopback) => {
      const address = issuerAddress(scheme + tail, allowsLoopback)
      if (address.kind !== 'usable') return
      const url = new URL(address.url)
      const isHere = ['127.0.0.1', 'localhost'].includes(url.hostname)
      expect(url.protocol === 'https:' || (allowsLoopback && isHere)).toBe(true)
      expect(url.username + url.password).toBe('')
      expect(allowsLoopback || !isHere).toBe(true)
    }))
  })
})

describe('the form for the issuer', () => {
  it('posts the method data in EMVCo’s format: base64url of JSON, without padding', () => {
    const page = issuerPage(uploadMoment(methodFields))
    if (page?.kind !== 'post') expect.fail('no form')
    expect(page.url).toBe(acs)
    const [[name, value] = ['', '']] = page.fields
    expect(name).toBe('threeDSMethodData')
    expect(value).toMatch(/^[A-Za-z0-9_-]+$/)
    expect(JSON.parse(Buffer.from(value, 'base64url').toString('utf8')))
      .toEqual({ threeDSServerTransID: 'trans-1', threeDSMethodNotificationURL: notificationUrl })
  })

  it('encodes any text as Node does', () => {
    fc.assert(fc.property(fc.string({ unit: 'grapheme' }).filter((text) => text.isWellFormed()), (text) => {
      expect(base64Url(text)).toBe(Buffer.from(text, 'utf8').toString('base64url'))
    }))
  })

  it('uses the page that the gateway prepared for the method, and the form for the other steps', () => {
    const html = '<form></form>'
    expect(issuerPage(uploadMoment([...methodFields, ['html', html]]))).toEqual({ kind: 'html', html })
    expect(issuerPage(uploadMoment([...challengeFields, ['html', html]]))).toEqual({ kind: 'post', url: acs, fields: [['creq', 'the-creq']] })
    expect(issuerPage(uploadMoment([...version1Fields, ['html', html]]))).toEqual({
      kind: 'post', url: acs, fields: [['PaReq', 'the-pareq'], ['MD', 'the-md'], ['TermUrl', notificationUrl]],
    })
  })

  it('uses the page if the reply names no address, and never one whose address was refused', () => {
    const html = '<form></form>'
    for (const [fields, name] of [
      [methodFields, 'tds-method-url-frame-3ds-method-url'], [challengeFields, 'tds-creq-form-acs-url'],
      [version1Fields, 'tds-pareq-form-acs-url'],
    ] as const) {
      expect(issuerPage(uploadMoment([...without(fields, name), ['html', html]]))).toEqual({ kind: 'html', html })
      expect(issuerPage(uploadMoment(without(fields, name)))).toBeNull()
      expect(issuerPage(uploadMoment([...changed(fields, name, 'http://acs.example/'), ['html', html]]))).toBeNull()
    }
  })

  it('is without a method only if there is neither address nor page', () => {
    const name = 'tds-method-url-frame-3ds-method-url'
    expect(hasNoMethod(uploadMoment(without(methodFields, name)))).toBe(true)
    expect(hasNoMethod(uploadMoment([...without(methodFields, name), ['html', 'x']]))).toBe(false)
    // There is a method whose address must not be opened: it was not completed.
    expect(hasNoMethod(uploadMoment(changed(methodFields, name, 'javascript:1')))).toBe(false)
  })

  it('leads to an upload with the result', () => {
    for (const [fields, id, answer] of [
      [methodFields, 'upload-method-url-result', 'threeDSMethodData'], [challengeFields, 'upload-cres-result', 'cres'],
      [version1Fields, 'upload-pares-result', 'PaRes'],
    ] as const) {
      const moment = uploadMoment(fields)
      expect(uploadOf(moment)).toBe(id)
      expect(answerField(moment)).toBe(answer)
      const carried = operations[id].fields.map(({ key }) => key)
      expect(carried).toEqual(expect.arrayContaining(Object.keys(uploadFields(moment, 'r'))))
    }
    expect(uploadFields(uploadMoment(version1Fields), 'r').authenticationMerchantData).toBe('the-md')
  })
})
