/** Notes about a payment or card. Each change of a note is an event of its entry; its text is removable content. */
import type { NoteId } from '../../brands.ts'
import { longestNote, longestTag, mostTags } from '../../note-text.ts'
import { entryIdSchema, maskedSchema, utcTimeSchema } from '../values/branded.ts'
import { longestPersonName, personIdSchema } from '../persons/person.ts'
import { z } from '../values/zod.ts'

/** 32 hexadecimal digits. */
export const noteIdSchema = z.custom<NoteId>((value) => typeof value === 'string' && /^[0-9a-f]{32}$/.test(value))

/** A day as "2026-11-27", in the profile's time zone. */
const daySchema = z.iso.date()

/** The due day, and the person of the desk who follows up; null is anybody. */
export const followUpSchema = z.object({
  day: daySchema,
  person: z.object({ id: personIdSchema, name: z.string().max(longestPersonName) }).nullable(),
})
export type FollowUp = z.infer<typeof followUpSchema>

/** The subject of a note: the payment of its entry, or the card on file of its entry. */
const noteSubjects = ['payment', 'card'] as const

/** `finished`: its follow-up is done. */
const noteChanges = ['added', 'corrected', 'removed', 'finished'] as const

/** An event of a note. `text` and `tags` are content: empty if it was removed, or if the change has none. */
export const noteRecordSchema = z.object({
  entryId: entryIdSchema,
  at: utcTimeSchema,
  /** In the same form as in an intent. */
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

/** A note for display. */
export const shownNoteSchema = z.object({
  entryId: entryIdSchema,
  noteId: noteIdSchema,
  about: z.enum(noteSubjects),
  at: utcTimeSchema,
  who: z.string(),
  /** In a team, the name of the other desk that wrote it. */
  desk: z.string().optional(),
  /** Null if a person removed the note, or if its content was removed. */
  text: maskedSchema.nullable(),
  tags: z.array(maskedSchema).readonly(),
  followUp: followUpSchema.nullable(),
  finished: changeSchema.nullable(),
  corrected: changeSchema.nullable(),
  removed: changeSchema.nullable(),
  /** The texts before corrections, newest first, as far as they are kept. */
  earlier: z.array(changeSchema.extend({ text: maskedSchema })).readonly(),
})
export type ShownNote = z.infer<typeof shownNoteSchema>
