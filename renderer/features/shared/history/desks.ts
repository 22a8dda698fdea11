/** Names of the desks of a team. */
import type { DeskChoice } from '#shared/model/history/history-list.ts'
import type { Translate } from '../../../i18n/index.ts'

export interface NamedDesk {
  readonly desk: DeskChoice
  readonly label: string
}

/** Desks that are named in a text; of more desks only the number is given. */
const mostNamed = 4
/** Characters of a desk's id that are shown if its name is not known. */
const shortId = 8

/** The name of a desk; if it is not known, the beginning of its id. */
export function deskLabel(desk: string, desks: readonly NamedDesk[], t: Translate): string {
  const known = desks.find((one) => one.desk === desk)
  if (known !== undefined) return known.label
  return desk === 'this-desk' ? t('teamLists.history.thisDesk') : desk.slice(0, shortId)
}

/** "3 desks: Till 1, Till 2, Till 3", this one first. */
export function desksText(sentBy: readonly DeskChoice[], desks: readonly NamedDesk[], t: Translate): string {
  const known = desks.map(({ desk }) => desk)
  const placeOf = (desk: DeskChoice): number => (known.includes(desk) ? known.indexOf(desk) : known.length)
  const names = sentBy.toSorted((one, other) => placeOf(one) - placeOf(other)).map((desk) => deskLabel(desk, desks, t))
  const named = names.slice(0, mostNamed).join(', ')
  const more = names.length - mostNamed
  return t('teamLists.history.desks', {
    count: names.length, names: more > 0 ? t('teamLists.history.moreDesks', { names: named, count: more }) : named,
  })
}
