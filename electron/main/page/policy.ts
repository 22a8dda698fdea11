/**
 * The content security policy of the page. `nonce` belongs to one load. It permits only the style elements of the
 * component library.
 */
function contentSecurityPolicy(nonce: string): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self'",
    "font-src 'self'",
    // SECURITY: the page reaches main only through the bridge; it has no network.
    "connect-src 'none'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-src 'none'",
    "frame-ancestors 'none'",
    "object-src 'none'",
    "worker-src 'none'",
    // SECURITY: text becomes markup or code only through Vue's own policy. Vue's module creates it at its start and
    // never exposes it; a second policy of that name is refused.
    "require-trusted-types-for 'script'",
    'trusted-types vue',
  ].join('; ')
}

const deniedFeatures = [
  'camera', 'clipboard-read', 'clipboard-write', 'display-capture', 'geolocation', 'hid', 'microphone', 'midi', 'payment',
  'serial', 'usb',
]

/** Headers of every response of the app:// scheme, including refusals. */
export function pageHeaders(nonce: string): Readonly<Record<string, string>> {
  return {
    'content-security-policy': contentSecurityPolicy(nonce),
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'referrer-policy': 'no-referrer',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'permissions-policy': deniedFeatures.map((feature) => `${feature}=()`).join(', '),
    'cache-control': 'no-store',
  }
}
