/** Texts of a gateway, an issuer or a cardholder's browser, as main processes them: from the wire to the journal. */
import type { Masked } from '#shared/brands.ts'
import { callbackSignedText, callbackTextBeforeSecret, looksLikeCallback, missingFields } from '#shared/gateway/callbacks/callback.ts'
import { readCallbackText } from '#shared/gateway/callbacks/callback-text.ts'
import { outcomeWithoutEcho, sentSecrets } from '#shared/gateway/requests/echo.ts'
import { maskRawReply, maskReplyFields } from '#shared/gateway/requests/masking.ts'
import { toMinorUnits } from '#shared/gateway/numbers/money.ts'
import { operations } from '#shared/gateway/operations/operations.ts'
import { judgeReply } from '#shared/gateway/replies/outcome.ts'
import { lastValueWasCut, readReply, type Reply } from '#shared/gateway/replies/reply.ts'
import { momentRange } from '#shared/gateway/orders/resolution.ts'
import { readMoment } from '#shared/gateway/orders/three-d-secure.ts'
import { longestPasted } from '#shared/inspector/reading/pasted.ts'
import { documentHtml } from '../../../../electron/common/documents/document-html.ts'
import { documentText } from '../../../../electron/common/documents/document-text.ts'
import { shownFields } from '../../../../electron/desk/callbacks/check-callback.ts'
import { replyWithout } from '../../../../electron/desk/documents/left-out.ts'
import { maxReplyBytes } from '../../../../electron/gateway/connection.ts'
import { mayRequest } from '../../../../electron/main/issuer/addresses.ts'
import { readAnswer } from '../../../../electron/main/issuer/answer.ts'
import { readersOf } from '../reader.ts'

const asked = { merchantOrderId: 'order-1', orderId: null }
const secrets = sentSecrets(
  { values: { cardNumber: '4444333322221111', cardVerificationValue: '444', cardHolder: 'aaaaaaaaaaaaaaaaaaaab' } },
  { body: `control=${'0123456789abcdef'.repeat(2)}01234567`, authorization: null },
)
/** The text around a field's value. */
const aroundField = 100
const issuerRules = { allowsLoopback: false, notificationUrl: 'https://gateway.invalid/answer', ownDocument: null }
const wholeCallback = `status=approved&merchant_order=1&client_orderid=1&orderid=2&type=sale&amount=1&control=${'a'.repeat(40)}`

/** A body as the client decodes it: without invalid surrogates. */
const replyOf = (body: string): Reply =>
  readReply({ httpStatus: 200, contentType: '', body: body.toWellFormed(), delimited: true }, 'gw')

/** In one step, main parses and checks a reply, removes what it echoes, and masks it for the journal. */
function received(body: string): unknown {
  const outcome = outcomeWithoutEcho(judgeReply(operations['recurrent-payment'], replyOf(body), asked), secrets)
  return outcome.kind === 'not-sent' || outcome.reply === null ? null : maskRawReply(outcome.reply)
}

/** The page and the text of a report with a reply in it. */
function reported(reply: Masked): unknown {
  const quote = { kind: 'quote', label: 'Reply', text: replyWithout(reply, '(left out)') } as const
  const document = { language: 'en', title: 'Report', sender: null, blocks: [quote] } as const
  return [documentHtml(document), documentText(document)]
}

/** Parses a pasted callback and masks everything that is shown. */
function checked(text: string): unknown {
  const pairs = readCallbackText(text)?.pairs ?? []
  return [
    shownFields(pairs), missingFields(pairs, 'callback'), callbackSignedText(pairs), callbackTextBeforeSecret(pairs),
  ]
}

export const gatewayReaders = {
  ...readersOf(maxReplyBytes, 'bytes', {
    'a reply': received,
    'a reply in a report': (text) => reported(maskRawReply(replyOf(text))),
    'a reply, shown': (text) => maskReplyFields(replyOf(text).fields),
    'a reply without a length': lastValueWasCut,
    'a form that an issuer posts': (text) => readAnswer(
      { method: 'POST', resourceType: 'mainFrame', uploadData: [{ bytes: Buffer.from(text) }] }, 'cres',
    ),
  }),
  ...readersOf(maxReplyBytes - aroundField, 'bytes', {
    'a field of a reply': (text) => received(`type=status-response\n&status=approved\n&merchantdata=${text}\n&name=x\n`),
    'a field of a reply, shown': (text) => maskReplyFields(replyOf(`type=status-response\n&merchantdata=${text}\n`).fields),
    'an id of a reply': (text) => received(`type=async-response\n&serial-number=1\n&gw-order-id=${text}\n`),
    'an error of a reply': (text) => received(`type=error\n&error-message=${text}\n`),
    'a name of a reply': (text) => received(`type=error\n&${text}=1\n`),
    'a date of a reply': (text) => [momentRange(text), momentRange(`2026-11-20 10:00:00.${text}`)],
    'an amount of a reply': (text) => toMinorUnits(text, 2),
    'a 3-D Secure step of a reply': (text) => readMoment(replyOf(
      `status=processing\n&tds-status=CReqForm\n&tds-creq-form-acs-url=https://a/${text.slice(text.length / 2)}\n`
      + `&tds-creq-form-creq=${text.slice(0, text.length / 2)}\n`,
    ), false),
    'an address of an issuer\'s page': (text) => mayRequest(`https://a/${text}`, 'mainFrame', issuerRules),
  }),
  ...readersOf(longestPasted - aroundField * 2, 'characters', {
    'a pasted callback': checked,
    'a pasted callback in JSON': (text) => checked(`{"status":"a","orderid":"1","client_orderid":"${text}`),
    'a pasted callback as a map': (text) => checked(`{status=a, orderid=1, client_orderid=${text}}`),
    'a callback behind a pasted text': (text) => checked(`${text}\n${wholeCallback}`),
    'a value of a pasted callback': (text) => checked(`${wholeCallback}&merchantdata=${text}`),
    'a text that may be a callback': looksLikeCallback,
  }),
}
