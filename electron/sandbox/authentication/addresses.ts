import type { Wait } from '../orders/ways.ts'

/** The addresses of the sandbox's own pages: the issuer's, the cardholder's and receipts. */
export interface Addresses {
  /** The page on which a cardholder authenticates by hand; `redirect-to` (§2.9). */
  readonly cardholder: (orderId: string) => string
  /** The address to which the issuer posts its answer while the cardholder is on that page. */
  readonly cardholderAnswer: (orderId: string, step: Wait) => string
  /** The issuer's method page, challenge page and version 1 page. */
  readonly issuer: { readonly method: string; readonly challenge: string; readonly authentication: string }
  /** The last address of a method page that a merchant shows. */
  readonly methodEnded: string
}

/** The addresses below a base address and a product word. */
export function addressesOf(baseUrl: string, productWord: string): Addresses {
  const root = `${baseUrl}/${productWord}`
  const cardholder = (orderId: string) => `${root}/cardholder/${orderId}`
  return {
    cardholder,
    cardholderAnswer: (orderId, step) => `${cardholder(orderId)}/${step}`,
    issuer: {
      method: `${root}/issuer/method`,
      challenge: `${root}/issuer/challenge`,
      authentication: `${root}/issuer/authentication`,
    },
    methodEnded: `${root}/issuer/method-ended`,
  }
}
