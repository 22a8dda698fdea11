/** Notes about a payment or a card. Each change of a note is an event of its entry; the text is removable content. */
import type { NoteId } from '../../brands.ts'
import { longestNote, longestTag, mostTags } from '../../note-text.ts'
import { entryIdSchema, maskedSchema, utcTimeSchema } from '../values/branded.ts'
import { longestPersonName, personIdSchema } from '../persons/person.ts'
import { z } from '../values/zod.ts'

/** 32 hexadecimal digits. */
export const noteIdSchema = z.custom<NoteId>((value) => typeof value === 'string' && /^[0-9a-f]{32}$/.test(value))

/** A day as "2026-11-27", in the zone of the profile. */
const daySchema = z.iso.date()

/** The day from which it is due, and who follows up: a person of the desk; null is anybody. */
export const followUpSchema = z.object({
  day: daySchema,
  person: z.object({ id: personIdSchema, name: z.string().max(longestPersonName) }).nullable(),
})
export type FollowUp = z.infer<typeof followUpSchema>

/** What a note is about: the payment of its entry, or the card on file of its entry. */
const noteSubjects = ['payment', 'card'] as const

/** `finished`: its follow-up is done. */
const noteChanges = ['added', 'corrected', 'removed', 'finished'] as const

/** An event of a note. `text` and `tags` are content: empty where it was removed, or where the change has none. */
export const noteRecordSchema = z.object({
  entryId: entryIdSchema,
  at: utcTimeSchema,
  /** As in an intent. */
  who: z.string().max(200),
  /** The note that is added or changed. */
  noteId: noteIdSchema,
  about: z.enum(noteSubjects),
  change: z.enum(noteChanges),
  followUp: followUpSchema.nullable(),
  text: maskedSchema.refine((text) => text.length <= longestNote),
  tags: z.array(maskedSchema.refine((tag) => tag.length <= longestTag)).max(mostTags).readonly(),
})
export type NoteRecord = z.infer<typeof noteRecordSchema>

/** Who changed a note, and when. */
const changeSchema = z.object({ at: utcTimeSchema, who: z.string() })

/** A note as it is shown. */
export const shownNoteSchema = z.object({
  entryId: entryIdSchema,
  noteId: noteIdSchema,
  about: z.enum(noteSubjects),
  at: utcTimeSchema,
  who: z.string(),
  /** In a team the name of the other desk that wrote it. */
  desk: z.string().optional(),
  /** Null where a person removed the note, or its content was removed. */
  text: maskedSchema.nullable(),
  tags: z.array(maskedSchema).readonly(),
  followUp: followUpSchema.nullable(),
  finished: changeSchema.nullable(),
  corrected: changeSchema.nullable(),
  removed: changeSchema.nullable(),
  /** What it said before it was corrected, newest first, as far as that is kept. */
  earlier: z.array(changeSchema.extend({ text: maskedSchema })).readonly(),
})
export type ShownNote = z.infer<typeof shownNoteSchema>
