import type { MerchantKey } from '#shared/brands.ts'
import { minorUnitDigits } from '#shared/gateway/numbers/currencies.ts'
import { toMajorText } from '#shared/gateway/numbers/money.ts'
import type { Failure } from '#shared/model/answers/failure.ts'
import type { TeamHolder } from '#shared/model/team/team-state.ts'
import { amountWithCurrency } from '#shared/shown-amount.ts'
import { problemsText } from '../../features/shared/profile/block-text.ts'
import { merchantText } from '../../features/shared/profile/merchant-text.ts'
import type { TextKey, TextValues, Translate } from '../../i18n/index.ts'
import { localTime } from '../../ui/values/time.ts'

/** The text of a failure: what happened, whether money may have moved, what to do next. */
export interface FailureText {
  readonly what: string
  readonly money: string
  readonly next: string
}

/** Failures that may follow a send: the review was used already, or a defect. */
const afterSend: readonly Failure['code'][] = ['intent-gone', 'defect', 'bridge-refused']

const moneyText = (code: Failure['code']): TextKey => {
  if (code === 'intent-under-way') return 'failure.money.underWay'
  return afterSend.includes(code) ? 'failure.money.notKnown' : 'failure.money.nothingSent'
}

function values(failure: Failure, t: Translate): TextValues {
  if (failure.code === 'team-test-failed') return { detail: failure.detail, next: t(`team.test.next.${failure.step}`) }
  if (failure.code === 'table-refused') return { why: t(`failure.refusedTable.${failure.why}`, { detail: failure.detail }) }
  if ('detail' in failure) return { detail: failure.detail }
  if (failure.code === 'not-possible-now') return { why: t(`payment.obstacle.${failure.why}`) }
  if (failure.code === 'order-not-found') {
    return { answer: failure.answered === null ? '' : t('failure.answered', { words: failure.answered }) }
  }
  if (failure.code === 'history-behind') return { why: t(`maintenance.trust.why.${failure.why}`) }
  if (failure.code === 'too-early-to-end') return { from: localTime(failure.from) }
  if (failure.code === 'profile-breaks-rule') return { problems: problemsText(failure.problems, t) }
  if (failure.code === 'secret-of-other-address') return { belongsTo: merchantsText([failure.belongsTo], t) }
  if (failure.code === 'key-not-confirmed') return { belongsTo: merchantsText(failure.belongsTo, t) }
  if (failure.code === 'passphrase-refused') return { why: t(`failure.refusedPassphrase.${failure.why}`) }
  if (failure.code === 'logo-refused') return { why: t(`failure.refusedLogo.${failure.why}`) }
  if (failure.code === 'authorities-refused') return { why: t(`failure.refusedAuthorities.${failure.why}`) }
  if (failure.code === 'client-certificate-refused') return { why: t(`failure.refusedClientCertificate.${failure.why}`) }
  if (failure.code === 'tables-not-created') return tablesValues(failure, t)
  if (failure.code === 'over-limit') return overLimitValues(failure, t)
  if (failure.code === 'key-in-use') return { profiles: failure.profiles.join(', ') }
  if (failure.code === 'key-needed') return { count: failure.openOutcomes }
  if (failure.code === 'wrong-environment') return { environment: t(`common.environment.${failure.belongsTo}`) }
  if ('holder' in failure) return holderValues(failure.holder, t)
  return {}
}

function overLimitValues(
  { limit, minorAmount, currency, reading, mayRaise, timeZone = '' }: Extract<Failure, { code: 'over-limit' }>, t: Translate,
): TextValues {
  const amount = amountWithCurrency(toMajorText(minorAmount, minorUnitDigits(currency, reading) ?? 0), currency)
  return {
    limit: t(`failure.overLimit.${limit.endsWith('-of-a-day') ? 'day' : 'one'}`, {
      what: t(`failure.limited.${limit}`), amount, timeZone,
    }),
    mayRaise: mayRaise.length === 0 ? t('failure.nobody') : mayRaise.join(', '),
  }
}

function tablesValues({ why, technical }: Extract<Failure, { code: 'tables-not-created' }>, t: Translate): TextValues {
  const code = technical === null ? '' : t('failure.tables.code', { code: technical })
  return { why: `${t(`failure.tables.what.${why}`)} ${code}`.trim(), next: t(`failure.tables.next.${why}`) }
}

function holderValues({ who, login, deskLabel, since, state }: TeamHolder, t: Translate): TextValues {
  return {
    person: who === '' ? login : who, desk: deskLabel, since: localTime(since),
    state: t(`history.state.${state ?? 'sending'}`),
  }
}

function merchantsText(merchants: readonly MerchantKey[], t: Translate): string {
  return merchants.length === 0
    ? t('profileChecks.unknownMerchant')
    : merchants.map((merchant) => merchantText(merchant, t)).join(', ')
}

/** Returns the text of a failure; every code of the contract has its own. */
export function failureText(failure: Failure, t: Translate): FailureText {
  const filled = values(failure, t)
  return {
    what: t(`failure.what.${failure.code}`, filled).trim(),
    money: t(moneyText(failure.code)),
    next: t(`failure.next.${failure.code}`, filled),
  }
}
