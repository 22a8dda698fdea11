import { describe, expect, it } from 'vitest'
import { readSupportMail } from '#shared/model/profiles/support-mail.ts'

const secret = '6A28B4E6-AAAA-4C0B-not-a-real-one'
const details = {
  environment: null, login: 'acme-shop', baseUrl: 'https://gate.example', productWord: 'word',
  entryPoints: [{ kind: 'endpoint', id: '1144', currency: 'USD' }, { kind: 'endpoint', id: '1145', currency: 'EUR' }],
}

describe('a mail of gateway support', () => {
  it.each<[string, string]>([
    ['with a part on each line', `Dear team,\n\nyour account is ready.\n\nBase URL: https://gate.example/word\nMerchant login: acme-shop\n`
      + `Endpoint IDs: 1144 (USD), 1145 (EUR)\nMerchant control key: ${secret}\n\nKind regards,\nGateway support`],
    ['quoted in an answer', `> API URL: <https://gate.example/word/api/v2/>\r\n> * Login: "acme-shop".\r\n`
      + `> * Endpoint ID: 1144 USD; 1145 EUR\r\n> * Control: ${secret}\r\n`],
    ['with names above their values', `Login\nacme-shop\n\nEndpoints\n1144 USD\n1145 EUR\nURL\nhttps://gate.example/word/\nControl key\n${secret}\n`],
    ['as rows of a table', `Login\tacme-shop\nEndpoint\t1144 (USD), 1145 (EUR)\nHost\tgate.example/word\nControl key\t${secret}`],
    ['as Markdown', `**Login:** \`acme-shop\`\n**Endpoints:** 1144 USD, 1145 EUR\n**URL:** https://gate.example/word\n**Control key:** \`${secret}\``],
    ['as properties', `login=acme-shop\nendpoint=1144 USD, 1145 EUR\nurl=https://gate.example/word\nmerchant_control=${secret}`],
    ['with the secret in a sentence', `Login: acme-shop\nEndpoint: 1144 - USD, 1145 - EUR\nRequests go to https://gate.example/word/api/v2/sale/1144.\n`
      + `Please note that the control key is ${secret}, keep it safe.`],
  ])('%s', (_, text) => {
    expect(readSupportMail(text)).toEqual({ secret, details })
  })

  it.each<[string, string]>([
    ['a row of a table', `Merchant control key\t${secret}`],
    ['two lines', `Control key\r\n${secret}`],
    ['two lines of an answer', `> Merchant control key:\n> ${secret}`],
    ['words alone', `control key ${secret}`],
    ['a sentence with a colon', `Merchant control key is as follows: ${secret}`],
  ])('holds the secret that it names in %s, without login and endpoints', (_, text) => {
    expect(readSupportMail(text)?.secret).toBe(secret)
  })

  it('names environment, group and one currency for all endpoints', () => {
    expect(readSupportMail(`Environment: Production (live)\nEndpoint group ID: 117\nEndpoint: 5, 6\nCurrency: jpy\nSecret: "${secret}"`)?.details)
      .toEqual({ environment: 'production', login: null, baseUrl: null, productWord: null, entryPoints: [
        { kind: 'endpoint', id: '5', currency: 'JPY' }, { kind: 'endpoint', id: '6', currency: 'JPY' }, { kind: 'group', id: '117', currency: '' },
      ] })
  })

  it('has nothing of the secret, and no card number, among what may be shown', () => {
    const mail = readSupportMail(`Login: ${secret.slice(0, 8)}\nLogin: x${secret}\nURL: https://user:${secret}@gate.example/word\n`
      + `Base URL: https://gate.example/${secret}/api/\nEndpoint: 4111111111111111\nControl key: ${secret}`)
    expect(mail?.secret).toBe(secret)
    expect(JSON.stringify(mail?.details)).not.toContain(secret)
    expect(mail?.details.entryPoints).toEqual([])
  })

  it.each<[string, string]>([
    ['a customer\'s mail', 'Dear team,\nthe card ending in 0001 was charged 10.15 USD twice. Order: inv-1\nRegards'],
    ['a request\'s form', 'login=acme&client_orderid=1&merchant_control=abcdef-123456&control=00'],
    ['a request\'s fields', `login=acme\nendpoint=1\ncontrol=${'ab'.repeat(20)}`],
    ['a mail that announces the secret', 'Login: acme\nThe control key is in the portal.\nControl key:\n'],
    ['a request for the secret', 'We need the control key\nPlease send it by 24 November 2026.'],
    ['a sentence about control', 'Control: check the order 123'],
    ['nothing', ''],
  ])('%s is none', (_, text) => {
    expect(readSupportMail(text)).toBeNull()
  })
})
