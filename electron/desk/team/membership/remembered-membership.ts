/** That this desk is in a team, remembered in two places: a file that is gone does not end it. */
import type { JournalPort } from '../../../journal/port.ts'
import type { MembershipPort } from '../../../team/port.ts'

interface RememberedMembership extends MembershipPort {
  /** Asks the journal. Once, before anything is sent. */
  look(): Promise<void>
}

/**
 * The membership, `unreadable` where its file is not there and the journal still delivers to a team. SECURITY: whoever
 * takes the file away would otherwise have this desk send what nobody of the team permitted.
 */
export function rememberedMembership(file: MembershipPort, journal: Pick<JournalPort, 'teamDelivery'>): RememberedMembership {
  let delivers = false
  return {
    async look() {
      const delivery = await journal.teamDelivery()
      delivers = delivery.ok && delivery.value !== null
    },
    read() {
      const read = file.read()
      return read === null && delivers ? 'unreadable' : read
    },
    save(membership) {
      const saved = file.save(membership)
      // From here on the file says what a person wanted.
      if (saved.ok) delivers = false
      return saved
    },
  }
}
