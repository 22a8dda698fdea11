import { notSentFaults, unknownFaults } from '#shared/gateway/replies/outcome.ts'
import type { OutcomeKind } from '#shared/model/history/history.ts'
import type { Translate } from '../../../i18n/index.ts'

/** Why a send was not sent or is unknown, in words; a fault that this version does not know is shown as it stands. */
export function faultText(outcome: OutcomeKind, fault: string | null, t: Translate): string {
  if (fault === null) return ''
  const notSent = outcome === 'not-sent' ? notSentFaults.find((known) => known === fault) : undefined
  if (notSent !== undefined) return t(`answer.notSentFault.${notSent}`)
  const unknown = unknownFaults.find((known) => known === fault)
  return unknown === undefined ? fault : t(`answer.unknownFault.${unknown}`)
}
