/** A due follow-up: its note, and the entry of the note. */
import { historyRowSchema } from './history.ts'
import { followUpSchema, shownNoteSchema } from './note.ts'
import { z } from '../values/zod.ts'

export const dueFollowUpSchema = z.object({
  row: historyRowSchema,
  note: shownNoteSchema.extend({ followUp: followUpSchema }),
  /** True if it names the person who unlocked the desk. */
  isMine: z.boolean(),
})
export type DueFollowUp = z.infer<typeof dueFollowUpSchema>
