/** Selects the page by path: the cardholder's, the issuer's, receipts. */
import { parseForm } from '#shared/gateway/encoding/form.ts'
import { addressesOf } from '../authentication/addresses.ts'
import { isForm, pathOf, type WireAnswer, type WireRequest } from '../http/wire.ts'
import { cardholderPages } from './cardholder.ts'
import { issuerPages } from './issuer.ts'
import type { Page, PageInput } from './page.ts'
import { receiptPages } from './receipt.ts'

const pages: Readonly<Record<string, Page>> = {
  cardholder: cardholderPages, issuer: issuerPages, 'view-receipt': receiptPages,
}

export type PageSettings =
  & Pick<PageInput, 'books' | 'now' | 'processingMs' | 'merchantControl' | 'productWord' | 'record'>
  & { readonly baseUrl: string }

/** The answer to a browser; null if no page has the path. */
export function answerPage(request: WireRequest, settings: PageSettings): WireAnswer | null {
  const { method } = request
  const prefix = `/${settings.productWord}/`
  const path = pathOf(request.target)
  if (!path.startsWith(prefix) || (method !== 'GET' && method !== 'POST')) return null
  const [name = '', ...rest] = path.slice(prefix.length).split('/')
  const page = Object.hasOwn(pages, name) ? pages[name] : undefined
  return page?.({
    ...settings, method, rest, addresses: addressesOf(settings.baseUrl, settings.productWord),
    fields: method === 'POST' && isForm(request) ? parseForm(request.body) : [],
  }) ?? null
}
