// The catalogues of documents, and values that a report leaves out.
import { expect, it } from 'vitest'
import type { Masked, UtcTime } from '#shared/brands.ts'
import { catalogues } from '#shared/customer-texts/catalogues.ts'
import { customerLanguages } from '#shared/customer-texts/language.ts'
import { documentText } from '../../electron/common/documents/document-text.ts'
import type { ConfirmationFacts, InvestigationFacts } from '../../electron/desk/documents/facts.ts'
import { confirmationDocument } from '../../electron/desk/documents/confirmation-document.ts'
import { fileNameOf } from '../../electron/desk/documents/file-name.ts'
import { investigationDocument } from '../../electron/desk/documents/investigation-document.ts'
import { isLeftOut, replyWithout } from '../../electron/desk/documents/left-out.ts'

function leaves(node: object, path = ''): [path: string, text: string][] {
  return Object.entries(node).flatMap(([name, value]: [string, unknown]) => typeof value === 'string'
    ? [[`${path}.${name}`, value] as [string, string]] : leaves(value as object, `${path}.${name}`))
}

it.each(customerLanguages)('in %s every text is there, with the same placeholders', (language) => {
  const placeholders = (text: string) => [...text.matchAll(/\{\w+\}/g)].map(([one]) => one).toSorted()
  const english = new Map(leaves(catalogues.en.documents))
  for (const [path, text] of leaves(catalogues[language].documents)) {
    expect(text.trim(), path).not.toBe('')
    expect(placeholders(text), path).toEqual(placeholders(english.get(path) ?? ''))
  }
})

it('the Russian catalogue never has a word for a fiscal receipt', () => {
  for (const [path, text] of leaves(catalogues.ru)) expect(text, path).not.toMatch(/чек|квитанц/i)
})

it.each(customerLanguages)('in %s a refund confirmation promises no date', (language) => {
  expect(Object.values(catalogues[language].documents.refund).join(' ')).not.toMatch(/\d|\bdays?\b|\bTage?\b|\bdías?\b|дн(?:ей|я)/i)
})

it('a report leaves out only the values that authorise a request', () => {
  const reply = `type=status-response\n&status=approved\n&control=${'a1'.repeat(20)}\n&merchant_control=x\n&oauth_signature=abc%3D\n&Authorization=OAuth+y` as Masked
  expect(replyWithout(reply, '(left out)')).toBe('type=status-response\n&status=approved\n&control=(left out)\n'
    + '&merchant_control=(left out)\n&oauth_signature=(left out)\n&Authorization=(left out)')
  expect(['client_orderid', 'status', 'oauth_signature_method', 'amount'].filter(isLeftOut)).toEqual([])
})

/** A report about a payment whose texts try to look like its own lines. */
function reportAbout(changes: Partial<InvestigationFacts>, merchantOrderId = 'a1') {
  const at = '2026-11-20T09:41:07.000Z' as UtcTime
  const row = { operation: 'recurrent-payment', at, merchantOrderId, minorAmount: '1000', currency: 'JPY', state: 'declined' }
  const closing = { kind: 'closing', closes: 'error', at, reason: 'seen\n--- Request 2: sale ---', errorText: null, errorCode: null, reply: null }
  const fields = [{ name: 'order_desc', value: 'boots\namount = 9' }]
  const entry = { row, fields, url: '', signedText: '', askedSerialNumber: null, events: [closing], notes: [] }
  const page = { environment: 'staging', entryPoint: { kind: 'endpoint', id: '1' }, orderId: null, merchantOrderId, entries: [entry] }
  return {
    kind: 'investigation', page, login: null, reading: 'iso-4217', callbacks: [], writtenAt: at, isSigned: true, ...changes,
  } as unknown as InvestigationFacts
}

it.each([['iso-4217', '1,000 JPY'], ['always-two', '10.00 JPY']] as const)('a report has amounts as its profile reads them: %s', (reading, amount) => {
  const text = documentText(investigationDocument(reportAbout({ reading }), 'en')).replaceAll('\u00A0', ' ')
  expect(text).toContain(`Amount: ${amount}, 1000 minor units`)
})

it('no text within a report passes for a line of it', () => {
  const lines = documentText(investigationDocument(reportAbout({}), 'en')).split('\n')
  expect(lines.filter((line) => /Request 2|amount = 9/.test(line))).toEqual(['      amount = 9', '  --- Request 2: sale ---'])
})

it('a report and its file name keep a long id, although some of its digits pass the check digit of cards', () => {
  const report = reportAbout({}, '17958058889520001')
  const lines = documentText(investigationDocument(report, 'en')).split('\n')
  expect(lines.filter((line) => line === 'Merchant order id: 17958058889520001')).toHaveLength(2)
  expect(fileNameOf(report, 'pdf')).toBe('investigation-17958058889520001.pdf')
})

const refund = {
  kind: 'refund', profile: { name: 'Shop', environment: 'production' }, amount: { minorAmount: '1015', currency: 'USD', reading: 'iso-4217' },
  other: null, at: null, card: null, merchantOrderId: 'a1', bankReference: null, statusAt: '2026-11-20T09:41:07.000Z',
}

it('a confirmation has the ids by which the merchant and the bank find the payment, and no card number', () => {
  const shown = (merchantOrderId: string, bankReference: string) =>
    documentText(confirmationDocument({ ...refund, merchantOrderId, bankReference } as unknown as ConfirmationFacts, 'en'))
  const text = shown('20261127190753', '74692164217095123456784')
  expect(text).toContain('Reference: 20261127190753\n')
  expect(text).toContain('Reference for your bank: 74692164217095123456784\n')
  for (const typed of ['4111111111111111', 'inv-4111111111111111', '4111 1111 1111 1111']) expect(shown(typed, '1')).not.toContain(typed)
})

it('the letterhead of a confirmation keeps an account number unmasked', () => {
  const letterhead = { name: 'Shop', address: 'IBAN DE89 3704 0044 0532 0130 00\nСчёт 40702810400000012345', contact: '4111 1111 1111 1111', logo: null }
  const { sender } = confirmationDocument({ ...refund, profile: { name: 'Shop', environment: 'production', letterhead } } as unknown as ConfirmationFacts, 'en')
  expect(sender?.lines).toEqual(['IBAN DE89 3704 0044 0532 0130 00', 'Счёт 40702810400000012345', '4111 11XX XXXX 1111'])
})

it('the name of its file has no card number', () => {
  expect(fileNameOf(reportAbout({}, '4111111111111111'), 'pdf')).toBe('investigation-411111XXXXXX1111.pdf')
})
