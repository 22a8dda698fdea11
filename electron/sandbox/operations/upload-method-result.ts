import { takeMethodResult } from '../authentication.ts'
import { upload } from './upload.ts'

/** The method page ended (Y), did not (N) or there was none (U): each leads on. */
export const uploadMethodResult = upload((request, values) =>
  takeMethodResult(request, values.threeDSecureServerTransactionId ?? '', values.notificationUrl ?? null))
