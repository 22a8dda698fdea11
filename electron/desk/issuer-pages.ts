import type { Pair } from '#shared/gateway/encoding/form.ts'

/** The first content of the window: a page from a reply, or a form that is posted. */
export type IssuerContent =
  | { readonly kind: 'html'; readonly html: string }
  | { readonly kind: 'post'; readonly url: string; readonly fields: readonly Pair[] }

export interface IssuerVisit {
  readonly content: IssuerContent
  /** Permits plain http, to this computer only; for the sandbox. */
  readonly allowsLoopback: boolean
  /** The address that the issuer posts its answer to; it is never requested over the network. */
  readonly notificationUrl: string
  /** The visit ends when a form with this field is posted to the notification address (`cres`, `PaRes`). */
  readonly answerField: string
  /** A method page ends when it has loaded; a challenge ends when it is answered or closed. */
  readonly endsWhenLoaded: boolean
  readonly limitMs: number
}

/** How a visit ended. SECURITY: the fields come from a foreign page; only the expected one is used. */
export type IssuerVisitEnd =
  | { readonly kind: 'posted'; readonly fields: readonly Pair[] }
  | { readonly kind: 'loaded' }
  | { readonly kind: 'closed' }
  | { readonly kind: 'timed-out' }
  | { readonly kind: 'not-loaded' }

/**
 * Shows pages of issuers in a separate window: a session in memory, sandboxed, without preload, downloads, popups or
 * permissions, https only. One at a time.
 */
export interface IssuerPages {
  /** Never rejects; while a visit is open, another one ends as `closed` at once. */
  visit(visit: IssuerVisit): Promise<IssuerVisitEnd>
  /** Closes the window; its visit ends as `closed`. */
  end(): void
}
