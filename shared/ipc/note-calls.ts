/** The part of the bridge's contract that writes notes and lists follow-ups. A payment or card comes with its notes. */
import { longestNote, longestTag, mostTags } from '../note-text.ts'
import { cardReferenceSchema, entryIdSchema, profileIdSchema } from '../model/values/branded.ts'
import { dueFollowUpSchema } from '../model/history/follow-up.ts'
import { noteIdSchema } from '../model/history/note.ts'
import { personIdSchema } from '../model/persons/person.ts'
import { z } from '../model/values/zod.ts'
import { call } from './authority.ts'
import { writeOnly } from './parts.ts'
import { person } from './rules.ts'

const nothing = z.null()

/**
 * What a person typed. SECURITY: main masks what could be a card number and refuses secrets of the desk, so that only
 * other text comes back.
 */
const typed = {
  text: writeOnly(z.string().trim().min(1).max(longestNote)),
  tags: writeOnly(z.array(z.string().trim().min(1).max(longestTag)).max(mostTags).readonly()),
  /** `personId` null: anybody. */
  followUp: z.object({ day: z.iso.date(), personId: personIdSchema.nullable() }).nullable(),
}
const note = { entryId: entryIdSchema, noteId: noteIdSchema }

export const noteCalls = {
  /** Adds a note about a payment, by an entry of it. */
  'notes.addToPayment': call({
    input: z.object({ entryId: entryIdSchema, ...typed }), output: nothing, authority: person,
  }),
  /** Adds a note about a card on file. */
  'notes.addToCard': call({
    input: z.object({ profileId: profileIdSchema, cardReference: cardReferenceSchema, ...typed }), output: nothing,
    authority: person,
  }),
  /** Replaces text, tags and follow-up of a note. */
  'notes.correct': call({ input: z.object({ ...note, ...typed }), output: nothing, authority: person }),
  /** From now on the note is not shown; its text stays in the history as long as that of its entry. */
  'notes.remove': call({ input: z.object(note), output: nothing, authority: person }),
  /** The follow-up of the note is done. */
  'notes.finish': call({ input: z.object(note), output: nothing, authority: person }),
  /**
   * Follow-ups of a profile's merchant that are due, on days of the profile's time zone: those of the acting person
   * first, then those that are due longest; at most 100, and how many more there are.
   */
  'notes.due': call({
    input: z.object({ profileId: profileIdSchema }),
    output: z.object({ due: z.array(dueFollowUpSchema).readonly(), more: z.number() }), authority: person,
  }),
} as const
