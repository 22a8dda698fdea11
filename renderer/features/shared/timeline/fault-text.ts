import { notSentFaults, unknownFaults } from '#shared/gateway/replies/outcome.ts'
import type { OutcomeKind } from '#shared/model/history/history.ts'
import type { Translate } from '../../../i18n/index.ts'

/**
 * Why a request was not sent or its result is unknown. A fault that this version does not know is returned unchanged.
 */
export function faultText(outcome: OutcomeKind, fault: string | null, t: Translate): string {
  if (fault === null) return ''
  const notSent = outcome === 'not-sent' ? notSentFaults.find((known) => known === fault) : undefined
  if (notSent !== undefined) return t(`answer.notSentFault.${notSent}`)
  const unknown = unknownFaults.find((known) => known === fault)
  return unknown === undefined ? fault : t(`answer.unknownFault.${unknown}`)
}
