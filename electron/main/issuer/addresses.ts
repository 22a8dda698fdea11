/** The addresses that an issuer's page may open and request, for its session and its window. Pure functions. */
import { isLoopback } from '#shared/model/profiles/profile-rules.ts'

/** The permissions of one visit. */
export interface IssuerRules {
  /** Permits plain http to this computer itself. */
  readonly allowsLoopback: boolean
  /** The address that the issuer posts its answer to. */
  readonly notificationUrl: string
  /** Our own first document, a `data:` address, when the page came as text. */
  readonly ownDocument: string | null
}

/** Kinds of requests that load a document into a frame. */
const navigations: readonly string[] = ['mainFrame', 'subFrame']

/** Whether `url` is https, or plain http to this computer where that is permitted. False for an invalid address. */
export function isWebAddress(url: string, allowsLoopback: boolean): boolean {
  const protocol = URL.parse(url)?.protocol
  return protocol === 'https:' || (protocol === 'http:' && allowsLoopback && isLoopback(url))
}

/** Whether `url` is the notification address, with any query. */
export function isNotification(url: string, { notificationUrl }: IssuerRules): boolean {
  const [requested, expected] = [URL.parse(url), URL.parse(notificationUrl)]
  if (requested === null || expected === null) return false
  return requested.protocol === expected.protocol && requested.host === expected.host
    && requested.pathname === expected.pathname
}

/**
 * Whether a frame may open `url`. The notification address is one of them: its request is cancelled later, where its
 * body can be read. An empty document belongs to the frame that creates it and requests nothing from the network.
 */
export function mayNavigate(url: string, rules: IssuerRules): boolean {
  if (url === 'about:blank' || url === 'about:srcdoc') return true
  return isWebAddress(url, rules.allowsLoopback) || isNotification(url, rules)
}

/**
 * Whether a request of `resourceType` (Electron's names) may leave. `data:` and `blob:` may load parts of a page but no
 * document, except our own first one.
 */
export function mayRequest(url: string, resourceType: string, rules: IssuerRules): boolean {
  // SECURITY: the answer is for us. No server belongs to that address, and one that runs there must not receive it.
  if (isNotification(url, rules)) return false
  if (isWebAddress(url, rules.allowsLoopback)) return true
  if (navigations.includes(resourceType)) return resourceType === 'mainFrame' && url === rules.ownDocument
  return /^(data|blob):/i.test(url)
}
