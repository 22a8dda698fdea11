/** The desks of a team as people know them: a desk that left and joined again has several ids. */
import type { DeskId } from '#shared/brands.ts'
import type { DeskChoice } from '#shared/model/history/history-list.ts'
import type { OtherDesksPort } from '../../journal/other-desks/port.ts'
import type { Services } from '../services.ts'

/** The state of the copies of other desks. */
export type Copies = Extract<Awaited<ReturnType<OtherDesksPort['state']>>, { readonly ok: true }>['value']

export interface ListedDesk {
  /** Its first known id; this desk if the ids are former ones of it. */
  readonly desk: DeskChoice
  /** The name with which it joined last. */
  readonly label: string
  readonly ids: readonly DeskId[]
}

/** The desks of the copies by name, each once: ids with the same key are one desk. */
export async function listedDesks(
  { desks }: Pick<Copies, 'desks'>, journal: Pick<Services['journal'], 'teamDelivery'>,
): Promise<readonly ListedDesk[]> {
  const delivery = await journal.teamDelivery()
  const ownKey = delivery.ok ? delivery.value?.publicKey : null
  const listed = new Map<string, ListedDesk>()
  for (const { deskId, label, publicKey } of desks.toSorted((one, other) => one.id - other.id)) {
    const key = publicKey ?? deskId
    const known = listed.get(key)
    const desk = publicKey !== null && publicKey === ownKey ? 'this-desk' : known?.desk ?? deskId
    listed.set(key, { desk, label, ids: [...known?.ids ?? [], deskId] })
  }
  return [...listed.values()].sort((one, other) => one.label.localeCompare(other.label, 'en'))
}

/** The chosen desks with all their ids. */
export function withAllIds(chosen: readonly DeskChoice[], listed: readonly ListedDesk[]): readonly DeskChoice[] {
  return [...new Set(chosen.flatMap((desk) =>
    [desk, ...listed.find((one) => one.desk === desk || one.ids.some((id) => id === desk))?.ids ?? []]))]
}
