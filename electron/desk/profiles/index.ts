/** Profiles, their secrets and keys, and the settings. A person's changes are recorded in the audit trail. */
import type { ProfileList } from '#shared/model/application/app.ts'
import { success } from '#shared/result.ts'
import type { CallsOf } from '../calls.ts'
import type { DeskContext } from '../context.ts'
import { chooseCertificates, describeCertificates } from './certificates.ts'
import { confirmProfile, profileDifferences } from './confirmed-profiles.ts'
import { holdSecret, removeSecret, storeHeldSecret, storeSecret } from './control-secrets.ts'
import { confirmKeyAddress } from './key-addresses.ts'
import { backUpKey } from './key-backup.ts'
import { destroyKey, setRetired } from './key-end.ts'
import { lives, noteStep } from './key-lives.ts'
import { testKey, useKey } from './key-use.ts'
import { importKeyFile, importKeyText, generateKey, savePublicKey } from './keys.ts'
import { chooseLogo } from './logo.ts'
import { acceptMissing } from './missing-profiles.ts'
import { allowRemoving } from './open-outcomes.ts'
import { listProfiles, removeProfile, saveProfile } from './saved-profiles.ts'
import { saveSettings } from './settings.ts'
import { testConnection } from './test-connection.ts'

export { auditFileChoice } from './audit-file-choice.ts'
export { profileLoosened, settingsLoosened } from './loosened.ts'
export { networkLines } from './network-lines.ts'

/** Called after a change of profiles, keys or secrets. */
export interface AfterChange {
  /** Other warnings that the window shows on every screen. */
  warnings(): readonly string[]
  /** Starts the built-in gateway if the active profile is its own. */
  readyActiveProfile(): Promise<void>
  /** Emits the vault's current state to the page. */
  vaultChanged(): Promise<unknown>
}

/** The calls about profiles, keys and settings. */
export function profileCalls(
  desk: DeskContext, after: AfterChange,
): CallsOf<'profiles' | 'certificates' | 'keys' | 'settings'> {
  const { services, emit, resolution } = desk
  const { vault } = services

  /** Notifies the page after a call that changed profiles, keys or secrets. */
  async function changing<Answer extends { readonly ok: boolean }>(work: Promise<Answer>): Promise<Answer> {
    const answer = await work
    if (answer.ok) {
      emit('profiles.changed', null)
      await after.vaultChanged()
      resolution.plans.resumeBlocked()
    }
    return answer
  }

  async function list(): Promise<ProfileList> {
    const { warnings, ...listed } = await listProfiles(desk)
    return { ...listed, warnings: [...warnings, ...after.warnings()] }
  }

  return {
    'profiles.list': async () => success(await list()),
    'profiles.choose': async ({ id }) => {
      const chosen = services.profiles.choose(id)
      if (!chosen.ok) return chosen
      await after.readyActiveProfile()
      emit('profiles.changed', null)
      return success(await list())
    },
    'profiles.differences': ({ id }) => profileDifferences(services, id),
    'profiles.confirm': ({ id }) => changing(confirmProfile(services, id)),
    'profiles.save': (input) => changing(saveProfile(desk, input)),
    'profiles.chooseLogo': () => chooseLogo(services),
    'profiles.acceptMissing': () => changing(acceptMissing(services)),
    'profiles.remove': async ({ id, reason }) => {
      const allowed = await allowRemoving(services, id, reason ?? null)
      return allowed.ok ? await changing(removeProfile(services, id)) : allowed
    },
    'profiles.storeSecret': (input) => changing(storeSecret(services, input)),
    'profiles.holdSecret': (input) => holdSecret(services, input),
    'profiles.storeHeldSecret': (input) => changing(storeHeldSecret(services, input)),
    'profiles.removeSecret': ({ id }) => changing(removeSecret(services, id)),
    'profiles.testConnection': ({ id }) => testConnection(desk, id),

    'certificates.choose': () => chooseCertificates(services),
    'certificates.describe': async (input) => describeCertificates(services, input),

    'keys.list': () => vault.listKeys(),
    'keys.lives': () => lives(desk),
    'keys.generate': (input) => changing(generateKey(services, input)),
    'keys.cancelGeneration': (input) => vault.cancelGeneration(input),
    'keys.importText': (input) => changing(importKeyText(services, input)),
    'keys.importFile': (input) => changing(importKeyFile(services, input)),
    'keys.publicKey': (input) => vault.exportPublicKey(input),
    'keys.savePublicKey': ({ keyId }) => changing(savePublicKey(services, keyId)),
    'keys.noteStep': (input) => changing(noteStep(services, input)),
    'keys.prove': (input) => vault.provePair(input),
    'keys.confirmAddress': (input) => changing(confirmKeyAddress(services, input)),
    'keys.test': (input) => changing(testKey(desk, input)),
    'keys.use': (input) => changing(useKey(desk, input)),
    'keys.backUp': (input) => changing(backUpKey(services, input)),
    'keys.retire': ({ keyId }) => changing(setRetired(services, keyId, true)),
    'keys.reinstate': ({ keyId }) => changing(setRetired(services, keyId, false)),
    'keys.remove': ({ keyId }) => changing(destroyKey(services, keyId)),

    'settings.read': async () => success(services.settings.read()),
    'settings.chooseAuditFile': () => services.auditFileChoice.choose(),
    'settings.save': (settings) => saveSettings(services, settings),
  }
}
