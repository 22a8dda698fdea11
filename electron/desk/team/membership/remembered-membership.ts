/** Remembers in two places that this desk is in a team: a missing file does not end it. */
import type { JournalPort } from '../../../journal/port.ts'
import type { MembershipPort } from '../../../team/port.ts'

interface RememberedMembership extends MembershipPort {
  /** Asks the journal. Once, before anything is sent. */
  check(): Promise<void>
}

/**
 * The membership, `unreadable` where its file is missing and the journal still delivers to a team. SECURITY: otherwise
 * removing the file would make this desk send without the team's permission.
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
      // From here on the file contains what a person wanted.
      if (saved.ok) delivers = false
      return saved
    },
  }
}
