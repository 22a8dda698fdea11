/** The known mistakes that a search tries, in display order. */
import type { Cause } from '#shared/inspector/cause.ts'
import { controlMutations } from '#shared/inspector/control/mutations.ts'
import { oauthMutations } from '#shared/inspector/oauth/mutations.ts'
import { signatureCauses } from '#shared/inspector/signature-causes.ts'

export function triedMistakes(authentication: 'control' | 'oauth'): readonly Pick<Cause, 'id' | 'explanation'>[] {
  return [...authentication === 'control' ? controlMutations : oauthMutations, ...signatureCauses]
}
