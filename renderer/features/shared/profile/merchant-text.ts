import type { MerchantKey } from '#shared/brands.ts'
import { merchantPartsOf } from '#shared/model/profiles/merchant.ts'
import type { Translate } from '../../../i18n/index.ts'

/** The text of a merchant at a gateway. */
export function merchantText(merchant: MerchantKey, t: Translate): string {
  const parts = merchantPartsOf(merchant)
  if (parts === null) return t('profileChecks.builtIn')
  return t('profileChecks.merchant', { login: parts.login, origin: parts.origin, word: parts.productWord })
}
