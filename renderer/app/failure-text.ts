import type { MerchantKey } from '#shared/brands.ts'
import type { Failure } from '#shared/model/failure.ts'
import { problemsText } from '../features/profiles/block-text.ts'
import { merchantText } from '../features/profiles/merchant-text.ts'
import type { TextKey, TextValues, Translate } from '../i18n/index.ts'

/** A failure as a person reads it: what happened, whether money may have moved, what to do next. */
export interface FailureText {
  readonly what: string
  readonly money: string
  readonly next: string
}

const moneyText = (code: Failure['code']): TextKey => {
  if (code === 'intent-under-way') return 'failure.money.underWay'
  return code === 'defect' || code === 'bridge-refused' ? 'failure.money.notKnown' : 'failure.money.nothingSent'
}

function values(failure: Failure, t: Translate): TextValues {
  if ('detail' in failure) return { detail: failure.detail }
  if (failure.code === 'not-possible-now') return { why: t(`payment.obstacle.${failure.why}`) }
  if (failure.code === 'profile-breaks-rule') return { problems: problemsText(failure.problems, t) }
  if (failure.code === 'secret-of-other-address') return { belongsTo: merchantsText([failure.belongsTo ?? []].flat(), t) }
  if (failure.code === 'key-not-confirmed') return { belongsTo: merchantsText(failure.belongsTo, t) }
  if (failure.code === 'wrong-environment') return { environment: t(`common.environment.${failure.belongsTo}`) }
  return {}
}

function merchantsText(merchants: readonly MerchantKey[], t: Translate): string {
  return merchants.length === 0
    ? t('profileChecks.unknownMerchant')
    : merchants.map((merchant) => merchantText(merchant, t)).join(', ')
}

/** Puts a failure into words; every code of the contract has its own. */
export function failureText(failure: Failure, t: Translate): FailureText {
  return {
    what: t(`failure.what.${failure.code}`, values(failure, t)).trim(),
    money: t(moneyText(failure.code)),
    next: t(`failure.next.${failure.code}`),
  }
}
