import type { OperationId } from '#shared/gateway/operations.ts'
import { captureOrder } from './capture.ts'
import { cardDetails } from './card-details.ts'
import type { Handler } from './handler.ts'
import { newCardPayment } from './new-card-payment.ts'
import { panEligibility } from './pan-eligibility.ts'
import { payout } from './payout.ts'
import { chargeOfCardOnFile } from './recurrent-payment.ts'
import { registerCard } from './register-card.ts'
import { returnOrder } from './return.ts'
import { status } from './status.ts'
import { transfer } from './transfer.ts'
import { uploadAuthenticationResult } from './upload-authentication-result.ts'
import { uploadChallengeResult } from './upload-challenge-result.ts'
import { uploadMethodResult } from './upload-method-result.ts'
import { voidOrder } from './void.ts'

/** What each operation does. Path, fields, limits and authentication come from the catalogue. */
export const handlers: { readonly [Id in OperationId]: Handler } = {
  'create-card-ref-v2': registerCard,
  'create-card-ref-v4': registerCard,
  'get-card-info': cardDetails,
  'recurrent-payment': chargeOfCardOnFile('sale'),
  'recurrent-preauthorisation': chargeOfCardOnFile('preauth'),
  sale: newCardPayment('sale'),
  preauth: newCardPayment('preauth'),
  status,
  'status-v4': status,
  'upload-method-url-result': uploadMethodResult,
  'upload-cres-result': uploadChallengeResult,
  'upload-pares-result': uploadAuthenticationResult,
  return: returnOrder,
  void: voidOrder,
  capture: captureOrder,
  'transfer-v4': transfer,
  'payout-v2': payout,
  'payout-v4': payout,
  'pan-eligibility-send': panEligibility,
}
