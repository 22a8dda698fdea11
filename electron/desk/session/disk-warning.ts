import type { Services } from '../services.ts'

const whoToAsk = 'Whoever takes this computer or its disk may read the history. '
  + 'Ask the person responsible for this computer to turn on disk encryption (BitLocker, FileVault, LUKS).'

/**
 * The warning about an unencrypted disk, for a production profile; null if the disk is encrypted, and for other
 * profiles.
 */
export function diskWarning({ profiles, system }: Pick<Services, 'profiles' | 'system'>): string | null {
  if (profiles.active().environment !== 'production') return null
  switch (system.diskEncryption()) {
    case 'off': return `The disk that holds the history is not encrypted. ${whoToAsk}`
    case 'unknown': return `It cannot be determined whether the disk that holds the history is encrypted. ${whoToAsk}`
    case 'on':
    case null: return null
  }
}
