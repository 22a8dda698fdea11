// The catalogues of documents, and what a report leaves out.
import { expect, it } from 'vitest'
import type { Masked } from '#shared/brands.ts'
import { catalogues } from '#shared/customer-texts/catalogues.ts'
import { customerLanguages } from '#shared/customer-texts/language.ts'
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

it('a report leaves out what authorises a request, and nothing else', () => {
  const reply = `type=status-response\n&status=approved\n&control=${'a1'.repeat(20)}\n&merchant_control=x\n&oauth_signature=abc%3D\n&Authorization=OAuth+y` as Masked
  expect(replyWithout(reply, '(left out)')).toBe('type=status-response\n&status=approved\n&control=(left out)\n'
    + '&merchant_control=(left out)\n&oauth_signature=(left out)\n&Authorization=(left out)')
  expect(['client_orderid', 'status', 'oauth_signature_method', 'amount'].filter(isLeftOut)).toEqual([])
})
