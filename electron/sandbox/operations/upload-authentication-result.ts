import { takeAuthenticationResponse } from '../authentication.ts'
import { upload } from './upload.ts'

/** The issuer's answer of version 1. */
export const uploadAuthenticationResult = upload((request, values) =>
  takeAuthenticationResponse(request, values.authenticationResponse ?? '', values.authenticationMerchantData ?? ''))
