/** The moments of an order as lines of a timeline. */
import type { EntryDetail } from '#shared/model/history/history.ts'
import type { Switches } from '#shared/gateway/operations/switches.ts'
import { transactionTypeOf } from '#shared/gateway/operations/made-transactions.ts'
import { createsOrder, operations } from '#shared/gateway/operations/operations.ts'
import type { Translate } from '../../../i18n/index.ts'
import { kindIcons } from '../../../ui/messages/kinds.ts'
import { timeBeside } from '../../../ui/values/time.ts'
import { amountText } from '../../shared/entry/amounts.ts'
import { orderHeadline } from '../../shared/answer/headline.ts'
import { rowName } from '../../shared/entry/row-texts.ts'
import { eventLine, filled, type TimelineLine } from './event-line.ts'
import { durationText } from './duration.ts'
import { sightOf, type Moment } from './order-moments.ts'

export interface OrderLine extends TimelineLine {
  /** The request that begins with this line, which can be opened; null for later events. */
  readonly request: EntryDetail | null
}

/** All moments of the order, newest first. */
export function orderLines(
  moments: readonly Moment[], reading: Switches['minorUnitDigits'] | undefined, t: Translate,
): OrderLine[] {
  const maker = moments.find(({ entry: { row } }) => createsOrder(operations[row.operation]))?.entry.row
  return moments.map((moment): OrderLine => {
    const { entry: { row }, event, sinceMs } = moment
    const line = eventLine(event, t)
    const desk = event.desk === undefined ? [] : [t('teamLists.entry.on', { desk: event.desk })]
    const after = sinceMs === null ? '' : t('order.happened.after', { duration: durationText(sinceMs, t) })
    const operation = rowName(row, t)
    if (event.kind === 'intent') {
      const amount = amountText(row, reading)
      const title = amount === '' ? operation : t('order.happened.request', { operation, amount })
      return { ...line, after, title, facts: [...desk, line.title, ...line.facts], request: moment.entry }
    }
    const sight = sightOf(moment)
    if (sight === null) return { ...line, after, facts: [...desk, operation, ...line.facts], request: null }
    // Without an order stage the type follows from the request.
    const type = sight.stage === null ? transactionTypeOf(row.operation) ?? '' : ''
    const { kind, text } = orderHeadline(
      { type, status: sight.status, stage: sight.stage ?? '' }, t, maker === undefined ? [row] : [row, maker],
    )
    const asked = moment.timesSeen === 1 ? '' : t('order.happened.askedTimes', {
      count: moment.timesSeen, time: timeBeside(moment.lastAt, moment.at),
    })
    return {
      ...line, after, kind, icon: kindIcons[kind], title: text, codes: filled(sight.stage, sight.step), request: null,
      facts: filled(...desk, asked, ...sightFacts(moment, t)),
    }
  }).reverse()
}

function sightFacts({ event }: Moment, t: Translate): string[] {
  if (event.kind === 'intent') return []
  return filled(
    event.errorText, event.errorCode === null ? '' : t('history.event.code', { code: event.errorCode }),
    event.kind === 'observation' && event.resolves ? t('history.event.resolves') : '',
  )
}
