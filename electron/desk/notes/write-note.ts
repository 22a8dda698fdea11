/** Writes a note as plain text, without card numbers and secrets of this desk. */
import type { EntryId, Masked, NoteId } from '#shared/brands.ts'
import { maskFreeTextExcept } from '#shared/gateway/requests/masking.ts'
import type { CallAnswer, ParsedInput } from '#shared/ipc/contract.ts'
import type { Failure } from '#shared/model/answers/failure.ts'
import type { EntryDetail, HistoryRow } from '#shared/model/history/history.ts'
import { noteIdsOf } from '#shared/model/history/note-ids.ts'
import type { FollowUp, NoteRecord } from '#shared/model/history/note.ts'
import { plainNoteText, plainTags } from '#shared/note-text.ts'
import { failed, success, type Result } from '#shared/result.ts'
import { utcTime } from '../../common/processes/time.ts'
import { whoActs } from '../maintenance/index.ts'
import type { Services } from '../services.ts'

export type NoteServices = Pick<Services, 'journal' | 'otherDesks' | 'vault' | 'users' | 'system' | 'settings'>

/** What a person typed into the form. */
export type TypedNote = Pick<ParsedInput<'notes.addToPayment'>, 'text' | 'tags' | 'followUp'>

type Content = Pick<NoteRecord, 'text' | 'tags' | 'followUp'>

/** Number of entries of a payment whose ids are read; the newest ones. */
const maxEntries = 200

const nothing: Content = { text: '' as Masked, tags: [], followUp: null }

/** Adds a note to an entry of this desk's history. */
export async function addNote(
  services: NoteServices, entryId: EntryId, about: NoteRecord['about'], typed: TypedNote,
): Promise<CallAnswer<'notes.addToPayment'>> {
  const found = await entryHere(services, entryId)
  if (!found.ok) return found
  const content = await contentOf(services, found.value, typed)
  if (!content.ok) return content
  const noteId = services.system.randomHex(16) as NoteId
  return await record(services, { entryId, noteId, about, change: 'added', ...content.value })
}

/** Corrects or removes a note, or finishes its follow-up; `note-gone` if that is no longer possible. */
export async function changeNote(
  services: NoteServices, { entryId, noteId }: Pick<NoteRecord, 'entryId' | 'noteId'>,
  change: { readonly kind: 'removed' | 'finished' } | { readonly kind: 'corrected'; readonly typed: TypedNote },
): Promise<CallAnswer<'notes.correct'>> {
  const found = await entryHere(services, entryId)
  if (!found.ok) return found
  const note = found.value.notes.find((one) => one.noteId === noteId)
  if (note === undefined) return failed({ code: 'note-gone' })
  const content = change.kind === 'corrected' ? await contentOf(services, found.value, change.typed) : success(nothing)
  if (!content.ok) return content
  return await record(services, { entryId, noteId, about: note.about, change: change.kind, ...content.value })
}

/** An entry that this desk sent. Notes about other entries belong to the history of their own desk. */
async function entryHere(
  { journal, otherDesks }: Pick<NoteServices, 'journal' | 'otherDesks'>, entryId: EntryId,
): Promise<Result<EntryDetail, Failure>> {
  const found = await journal.entry({ entryId })
  if (!found.ok) return found
  if (found.value !== null) {
    return found.value.row.sentBy === undefined ? success(found.value) : failed({ code: 'note-of-other-desk' })
  }
  const copied = await (await otherDesks.port())?.entry({ entryId })
  return failed({ code: copied?.ok === true && copied.value !== null ? 'note-of-other-desk' : 'no-such-entry' })
}

async function contentOf(
  { vault, users, journal }: Pick<NoteServices, 'vault' | 'users' | 'journal'>, { row }: EntryDetail, typed: TypedNote,
): Promise<Result<Content, Failure>> {
  const followUp = followUpOf(users, typed.followUp)
  if (!followUp.ok) return followUp
  const [text, tags] = [plainNoteText(typed.text), plainTags(typed.tags)]
  // SECURITY: a note is visible to everybody at this desk, is copied to the team's desks and exported.
  const holdsSecret = await vault.holdsSecret({ text: [text, ...tags].join('\n') })
  if (!holdsSecret.ok) return holdsSecret
  if (holdsSecret.value) return failed({ code: 'note-holds-secret' })
  const ids = await idsOfPayment(journal, row)
  if (!ids.ok) return ids
  const masked = (part: string): Masked => maskFreeTextExcept(part, ids.value)
  return success({ text: masked(text), tags: tags.map(masked), followUp: followUp.value })
}

/** The ids of an entry and of all other entries about its order, as its page shows them. */
async function idsOfPayment(
  journal: NoteServices['journal'], row: HistoryRow,
): Promise<Result<readonly string[], Failure>> {
  const { profileId, merchantKey, orderId, merchantOrderId } = row
  const about = orderId === null && merchantOrderId === null
    ? success({ entries: [] })
    : await journal.orderEntries({ profileId, merchantKey, orderId, merchantOrderId, limit: maxEntries })
  return about.ok ? success(noteIdsOf([row, ...about.value.entries.map((entry) => entry.row)])) : about
}

function followUpOf(
  users: NoteServices['users'], followUp: TypedNote['followUp'],
): Result<FollowUp | null, Failure> {
  if (followUp === null) return success(null)
  const { day, personId } = followUp
  if (personId === null) return success({ day, person: null })
  const person = users.person(personId)
  return person === null
    ? failed({ code: 'no-such-person' })
    : success({ day, person: { id: person.id, name: person.name } })
}

async function record(
  services: NoteServices, note: Omit<NoteRecord, 'at' | 'who'>,
): Promise<CallAnswer<'notes.correct'>> {
  const written = await services.journal.recordNote({
    ...note, at: utcTime(services.system.now()), who: whoActs(services),
  })
  if (!written.ok) return written
  return written.value.recorded ? success(null) : failed({ code: 'note-gone' })
}
