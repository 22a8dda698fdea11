import type { Pair } from '#shared/gateway/form.ts'

/** What the window opens with: a page that came in a reply, or a form that is posted. */
export type IssuerContent =
  | { readonly kind: 'html'; readonly html: string }
  | { readonly kind: 'post'; readonly url: string; readonly fields: readonly Pair[] }

export interface IssuerVisit {
  readonly content: IssuerContent
  /** Plain http is let through to this computer itself alone, and only for the sandbox. */
  readonly allowsLoopback: boolean
  /** The address that the issuer posts its answer to; it is never really requested. */
  readonly notificationUrl: string
  /** The visit has its answer when a form with this field is posted to the notification address (`cres`, `PaRes`). */
  readonly answerField: string
  /** A method page has done its work when it came to rest; a challenge goes on until it is answered or closed. */
  readonly endsWhenLoaded: boolean
  readonly limitMs: number
}

/** How a visit ended. SECURITY: the fields are from a stranger; nothing but the one that was waited for is used. */
export type IssuerVisitEnd =
  | { readonly kind: 'posted'; readonly fields: readonly Pair[] }
  | { readonly kind: 'loaded' }
  | { readonly kind: 'closed' }
  | { readonly kind: 'timed-out' }
  | { readonly kind: 'not-loaded' }

/**
 * Shows pages of issuers in a window of their own: a session in memory, sandboxed, without preload, downloads, popups
 * or permissions, https only. One at a time.
 */
export interface IssuerPages {
  /** Never rejects; while a visit is open another one ends as `closed` at once. */
  visit(visit: IssuerVisit): Promise<IssuerVisitEnd>
  /** Closes the window; its visit ends as `closed`. */
  end(): void
}
