/** The refusals of the protection. */
import { failed, type Result } from '#shared/result.ts'
import { restoreOrEmpty } from '../keychain/system-keychain.ts'
import type { VaultFailure } from '../port.ts'

const plain = <Code extends VaultFailure>(failure: Code) => failed(failure)

export const vaultLocked = plain({ code: 'vault-locked' })
export const administratorNeeded = plain({ code: 'administrator-needed' })
export const noSuchPerson = plain({ code: 'no-such-person' })
export const nameUsed = plain({ code: 'person-name-used' })
export const lastAdministrator = plain({ code: 'last-administrator' })

export const weak = (detail: string) => plain({ code: 'passphrase-weak', detail })
const doubtful = (detail: string): Result<never, Extract<VaultFailure, { code: 'keychain-doubtful' }>> =>
  failed({ code: 'keychain-doubtful', detail })

export const alreadySetUp = doubtful('This desk is protected by a passphrase already. Unlock it.')
export const damagedPerson = doubtful('The entry of this person in the keychain was changed or is damaged. Nobody was '
  + 'let in. Unlock as an administrator and add the person again, or restore the keychain from a backup.')
export const notOnRoster = doubtful('The entry of this person is not as an administrator signed it: name or role were '
  + 'changed, or the person was removed. Nobody was let in. An administrator can unlock and add the person again.')
export const rosterLost = doubtful('The signed list of persons is missing from the keychain. Nobody was let in. An '
  + 'administrator has to unlock first and add the other persons again.')
export const rosterForged = doubtful('The list of persons in the keychain is not the one that an administrator signed '
  + 'last: it was replaced by another program. Nobody was let in. Restore the keychain from a backup.')
export const personsLost = doubtful(`The keychain has lost the persons who can unlock this desk. ${restoreOrEmpty}`)
export const tooManyPersons = failed({
  code: 'not-storable', detail: 'A desk can have 40 persons. Remove one who no longer uses it first.',
} as const)
