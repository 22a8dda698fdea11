/** Texts about faults of a send, for the page and the connection test. */
import type { NotSentFault, UnknownFault } from './gateway/replies/outcome.ts'

/** Why certainly nothing was sent, and what to do about it. */
export const notSentTexts = {
  'name-not-resolved': 'The host name of the gateway could not be resolved. Check the network and the address in the profile.',
  'connection-refused': 'The gateway refused the connection or closed it immediately.',
  'unreachable': 'The gateway could not be reached. Check the network.',
  'connect-timeout': 'The connection timed out.',
  'certificate-untrusted': 'The gateway\'s certificate was issued by an authority that this computer does not trust. Some networks replace certificates with their own. Ask your network administrator for the certificate file and select it in the profile.',
  'certificate-expired': 'The gateway\'s certificate is not valid today. Check this computer\'s clock. If the clock is right, the certificate has expired.',
  'certificate-wrong-name': 'The certificate was issued for another host name than the one in the profile. Check the address.',
  'tls-refused': 'The secure connection could not be established.',
  'proxy-refused': 'The proxy did not forward the connection: it was not found, refused or did not answer. Check the proxy settings of the profile or of this computer.',
  'proxy-wants-login': 'The proxy requires a user name and a password, which Gateway Console does not support. Ask your network administrator to allow this computer without them, or enter another proxy in the profile.',
  'authorities-unreadable': 'A certificate authority of the profile cannot be read. Remove it under Profiles, Network, and choose its file again.',
  'cancelled-before-sending': 'The request was cancelled before anything was sent.',
  'not-claimed': 'The team journal did not permit it, so nothing was sent.',
  'not-sent-other': 'The connection failed before anything was sent.',
} as const satisfies Readonly<Record<NotSentFault, string>>

/** Why a reply is missing or cannot be trusted. */
export const unknownTexts = {
  'connection-lost': 'The connection was lost before the answer arrived.',
  'answer-timeout': 'No answer arrived in time. The time limit also counts while the computer sleeps.',
  'reply-cut': 'The reply is incomplete.',
  'reply-longer-than-stated': 'More data follows the stated end of the reply, so the reply is not reliable.',
  'reply-too-large': 'The reply was too large.',
  'not-http': 'The answer was not HTTP.',
  'application-ended': 'The application ended before the answer arrived.',
  'lost-other': 'The answer was lost.',
  'http-status': 'The gateway answered with an unexpected HTTP status.',
  'empty-body': 'The reply was empty.',
  'html-body': 'The gateway returned a web page instead of a reply.',
  'unreadable-body': 'The reply could not be read.',
  'too-many-fields': 'The reply has more fields than any reply of the gateway.',
  'mandatory-field-missing': 'A mandatory field is missing in the reply.',
  'unexpected-type': 'The reply has an unexpected type.',
  'another-order': 'The reply is about another order.',
  'field-repeated': 'The reply repeats a field that decides the result.',
  'length-not-stated': 'The reply did not state its length, so its end may be missing.',
  'error-on-money': 'The gateway reported an error, which does not say whether the money moved.',
  'refusal-with-order-id': 'The gateway refused the request but returned an order id: it may have been processed.',
  'refusal-with-status': 'The gateway refused the request but returned an order status: it may have been processed.',
  'refusal-incomplete': 'The gateway refused the request without a serial number or an error code. The refusal is incomplete.',
} as const satisfies Readonly<Record<UnknownFault, string>>
