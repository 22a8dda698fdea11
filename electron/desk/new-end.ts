import type { Rooms } from './rooms.ts'
import { walkThrough } from './verify.ts'

/**
 * Whether a chain that took another one's place is ours: its links and seals were walked up to its own last seal and
 * hold. Without a seal nothing says whose it is. False too where vault or journal could not be asked: then nothing was
 * proven.
 */
export async function isProven(rooms: Pick<Rooms, 'journal' | 'vault' | 'computer'>): Promise<boolean> {
  const ends = await rooms.journal.chainEnds()
  if (!ends.ok || ends.value.sealed === null) return false
  const walked = await walkThrough(rooms, ends.value.sealed.position, () => undefined)
  return walked.ok && walked.value.firstBreak === null
}
