import { describe, expect, it } from 'vitest'
import { isNotification, mayNavigate, mayRequest, type IssuerRules } from '../../../electron/main/issuer/addresses.ts'

const production: IssuerRules = {
  allowsLoopback: false, notificationUrl: 'https://merchant.example/3ds/answer', ownDocument: 'data:text/html;base64,PHA+',
}
const sandbox: IssuerRules = { ...production, allowsLoopback: true }

const elsewhere = [
  'file:///etc/passwd', 'app://bundle/index.html', 'javascript:alert(1)', 'ftp://issuer.example/', 'ws://127.0.0.1/',
  'wss://issuer.example/', 'bank-app://pay', 'chrome://version', 'devtools://devtools', 'view-source:https://issuer.example/',
  'filesystem:https://issuer.example/', 'http://issuer.example/', 'http://127.0.0.1.issuer.example/', 'http://localhost.example/',
  'http://10.0.0.1/', 'no address', '',
]

describe('an address that an issuer’s page may open', () => {
  it('is on the web over https, or on this computer for the sandbox', () => {
    for (const rules of [production, sandbox]) {
      expect(mayNavigate('https://issuer.example/acs?x=1', rules)).toBe(true)
      expect(elsewhere.filter((url) => mayNavigate(url, rules))).toEqual([])
    }
    for (const url of ['http://127.0.0.1:8080/acs', 'http://localhost/acs', 'http://[::1]:1/']) {
      expect([mayNavigate(url, production), mayNavigate(url, sandbox)], url).toEqual([false, true])
    }
  })

  it('is never a document from text, except our own first one', () => {
    for (const url of ['data:text/html,mine', 'blob:https://issuer.example/1']) {
      expect(mayNavigate(url, sandbox)).toBe(false)
      expect(mayRequest(url, 'mainFrame', sandbox)).toBe(false)
      expect(mayRequest(url, 'subFrame', sandbox)).toBe(false)
      expect(mayRequest(url, 'image', sandbox)).toBe(true)
    }
    const own = 'data:text/html;base64,PHA+'
    expect(mayRequest(own, 'mainFrame', sandbox)).toBe(true)
    expect(mayRequest(own, 'subFrame', sandbox)).toBe(false)
    expect(mayRequest(own, 'mainFrame', { ...sandbox, ownDocument: null })).toBe(false)
  })
})

describe('a request of an issuer’s page', () => {
  it('goes only to the web, whatever its kind', () => {
    for (const kind of ['mainFrame', 'subFrame', 'script', 'image', 'xhr', 'webSocket', 'other']) {
      expect(elsewhere.filter((url) => mayRequest(url, kind, sandbox)), kind).toEqual([])
      expect(mayRequest('https://issuer.example/', kind, production), kind).toBe(true)
    }
  })

  it('never goes to the notification address, however it is written', () => {
    for (const url of [
      'https://merchant.example/3ds/answer', 'https://merchant.example/3ds/answer?x=1', 'https://MERCHANT.example:443/3ds/answer#x',
      'https://me:secret@merchant.example/3ds/answer', 'https://merchant.example/other/../3ds/answer',
    ]) {
      expect(isNotification(url, production), url).toBe(true)
      expect(mayRequest(url, 'subFrame', production), url).toBe(false)
      expect(mayNavigate(url, production), url).toBe(true)
    }
    expect(isNotification('https://merchant.example/3ds/answers', production)).toBe(false)
    expect(isNotification('https://merchant.example:8443/3ds/answer', production)).toBe(false)
  })

  it('to a notification address on plain http is read for its answer, and never sent', () => {
    const plain = { ...production, notificationUrl: 'http://merchant.example/answer' }
    expect(mayNavigate('http://merchant.example/answer', plain)).toBe(true)
    expect(mayRequest('http://merchant.example/answer', 'mainFrame', plain)).toBe(false)
  })
})
