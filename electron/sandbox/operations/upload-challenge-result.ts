import { takeChallengeResponse } from '../authentication.ts'
import { upload } from './upload.ts'

/** The issuer's answer to a challenge. */
export const uploadChallengeResult = upload((request, values) =>
  takeChallengeResponse(request, values.challengeResponse ?? ''))
