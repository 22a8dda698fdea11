/** Remembers in two places that this desk is in a team, so that a missing file does not end the membership. */
import type { JournalPort } from '../../../journal/port.ts'
import type { MembershipPort } from '../../../team/port.ts'

interface RememberedMembership extends MembershipPort {
  /** Reads the journal. Call it once, before anything is sent. */
  check(): Promise<void>
}

/**
 * Creates the membership port. It returns `unreadable` if the file is missing and the journal still delivers to a team.
 * SECURITY: otherwise this desk would send without the team's permission once the file is removed.
 */
export function rememberedMembership(file: MembershipPort, journal: Pick<JournalPort, 'teamDelivery'>): RememberedMembership {
  let delivers = false
  return {
    async check() {
      const delivery = await journal.teamDelivery()
      delivers = delivery.ok && delivery.value !== null
    },
    read() {
      const read = file.read()
      return read === null && delivers ? 'unreadable' : read
    },
    save(membership) {
      const saved = file.save(membership)
      // From now on the file contains what a person chose.
      if (saved.ok) delivers = false
      return saved
    },
  }
}
