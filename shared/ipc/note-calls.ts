/** The bridge's calls that write notes and list follow-ups. Payments and cards are returned with their notes. */
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
 * Text that a person typed. SECURITY: main masks possible card numbers and refuses secrets of the desk, so that the
 * text may be returned to the page.
 */
const typed = {
  text: writeOnly(z.string().trim().min(1).max(longestNote)),
  tags: writeOnly(z.array(z.string().trim().min(1).max(longestTag)).max(mostTags).readonly()),
  /** `personId` null: for anybody. */
  followUp: z.object({ day: z.iso.date(), personId: personIdSchema.nullable() }).nullable(),
}
const note = { entryId: entryIdSchema, noteId: noteIdSchema }

export const noteCalls = {
  /** Adds a note about a payment, identified by one of its entries. */
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
  /** Hides the note; its text stays in the history as long as the content of its entry. */
  'notes.remove': call({ input: z.object(note), output: nothing, authority: person }),
  /** Marks the note's follow-up as done. */
  'notes.finish': call({ input: z.object(note), output: nothing, authority: person }),
  /**
   * Follow-ups of a profile's merchant that are due, by days of the profile's time zone: those of the acting person
   * first, then the longest due. At most 100; `more` is the number of the others.
   */
  'notes.due': call({
    input: z.object({ profileId: profileIdSchema }),
    output: z.object({ due: z.array(dueFollowUpSchema).readonly(), more: z.number() }), authority: person,
  }),
} as const
