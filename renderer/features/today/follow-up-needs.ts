/** Turns due follow-ups into lines of the screen "Today". */
import type { ProfileView } from '#shared/model/application/app.ts'
import type { DueFollowUp } from '#shared/model/history/follow-up.ts'
import { withoutDirections } from '#shared/text-direction.ts'
import type { Translate } from '../../i18n/index.ts'
import { localTime } from '../../ui/values/time.ts'
import { cardLink } from '../shared/cards/card-link.ts'
import { sentOrReviewedText } from '../shared/entry/amounts.ts'
import { cardText, readingOf, rowName } from '../shared/entry/row-texts.ts'
import type { Need } from './need.ts'

/** The number of characters of a note that a line shows. */
const mostShown = 90

/** One line per follow-up, in their order, and one line for `more` that are not listed. */
export function followUpNeeds(
  due: readonly DueFollowUp[], more: number, profiles: readonly ProfileView[], t: Translate,
): readonly Need[] {
  const lines = due.map(({ row, note, isMine }): Need => {
    const isOfCard = note.about === 'card' && row.cardReference !== null
    const to = isOfCard && row.cardReference !== null ? cardLink(row.profileId, row.cardReference) : `/payment/${row.entryId}`
    const { day, person } = note.followUp
    const about = isOfCard ? [cardText(row)] : [rowName(row, t), cardText(row)]
    return {
      id: `follow-up ${row.entryId} ${note.noteId}`,
      kind: 'wait',
      title: isMine ? t('today.followUp.mine') : person === null ? t('today.followUp.anybody') : t('today.followUp.of', { person: person.name }),
      detail: [...about, shortened(note.text ?? '')].filter((part) => part !== '').join(' · '),
      merchantOrderId: isOfCard ? '' : row.merchantOrderId ?? '',
      to,
      atStake: isOfCard ? '' : sentOrReviewedText(row, readingOf(profiles, row)),
      age: t('today.followUp.since', { day: localTime(`${day}T12:00:00`, 'day') }),
      action: { kind: 'open', to, label: t(isOfCard ? 'today.followUp.openCard' : 'openOutcomes.openEntry') },
    }
  })
  return more === 0 ? lines : [...lines, {
    id: 'more follow-ups', kind: 'wait', title: t('today.followUp.more', { count: more }), detail: '', merchantOrderId: '',
    to: null, atStake: '', age: '', action: null,
  }]
}

/** The beginning of a text on one line. */
function shortened(text: string): string {
  const line = withoutDirections(text).replace(/\s+/gu, ' ')
  return line.length <= mostShown ? line : `${line.slice(0, mostShown)}…`.toWellFormed()
}
