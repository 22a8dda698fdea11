import { readFileSync } from 'node:fs'
import { basename } from 'node:path'
import type { ProfileId } from '#shared/brands.ts'
import { builtInProfileId, profileProblems } from '#shared/model/profiles/profile-rules.ts'
import type { Profile, ProfileDraft } from '#shared/model/profiles/profile.ts'
import { failed, success, type Result } from '#shared/result.ts'
import { quarantine, writeAtomically } from '../common/files/atomic-file.ts'
import { codeOf, reasonOf } from '../common/files/file-failure.ts'
import { normalised, printProfilesFile, readProfilesFile, type ProfilesFile } from './file-format.ts'
import type { ProfileFailure, ProfilesPort } from './port.ts'

export interface ProfilesOptions {
  readonly filePath: string
  /** The predefined profile of the built-in gateway, as at the first start. */
  readonly firstProfile: ProfileDraft
  readonly newId: () => ProfileId
}

interface Opened extends ProfilesFile {
  readonly warnings: readonly string[]
  /** Why the file must not be written, as a sentence; null if it may. */
  readonly readOnly: string | null
}

/**
 * Opens the profiles. Quarantines an unreadable file under another name. Does not change a file of a newer version, and
 * then saves nothing. `warnings()` reports both. The built-in profile always exists.
 */
export function openProfiles(options: ProfilesOptions): ProfilesPort {
  const { warnings, readOnly, ...read } = readOrStartAnew(options.filePath)
  let file: ProfilesFile = withBuiltIn(read, options.firstProfile)

  const find = (id: string) => file.profiles.find((profile) => profile.id === id) ?? null

  const keep = (next: ProfilesFile): Result<null, ProfileFailure> => {
    if (readOnly !== null) return failed({ code: 'profiles-unwritable', detail: readOnly })
    try {
      writeAtomically(options.filePath, printProfilesFile(next))
    } catch (error) {
      return failed({ code: 'profiles-unwritable', detail: `The profiles cannot be saved: ${reasonOf(error)}.` })
    }
    file = next
    return success(null)
  }

  return {
    list: () => file.profiles,
    get: find,
    active: () => find(file.activeId) ?? builtInOf(file),

    choose(id) {
      const profile = find(id)
      if (profile === null) return failed({ code: 'no-such-profile' })
      const kept = keep({ ...file, activeId: id })
      return kept.ok ? success(profile) : kept
    },

    prepare({ id, draft }) {
      if (id !== null && find(id) === null) return failed({ code: 'no-such-profile' })
      const problems = profileProblems(draft, { id, others: file.profiles })
      if (problems.length > 0) return failed({ code: 'profile-invalid', problems })
      return success(normalised({ ...draft, id: id ?? options.newId() }))
    },

    keep(profile, confirmation) {
      const profiles = find(profile.id) === null
        ? [...file.profiles, profile]
        : file.profiles.map((one) => (one.id === profile.id ? profile : one))
      const confirmations = { ...file.confirmations, [profile.id]: confirmation }
      const kept = keep({ ...file, profiles, confirmations })
      return kept.ok ? success(profile) : kept
    },

    confirmationOf: (id) => file.confirmations[id] ?? null,

    problemsOf(id) {
      const profile = find(id)
      return profile === null ? [] : profileProblems(profile, { id, others: file.profiles })
    },

    remove(id) {
      if (find(id) === null) return failed({ code: 'no-such-profile' })
      if (id === builtInProfileId) {
        return failed({ code: 'profile-invalid', problems: [{ field: 'gateway.kind', code: 'built-in-stays' }] })
      }
      return keep({
        activeId: file.activeId === id ? builtInProfileId : file.activeId,
        profiles: file.profiles.filter((profile) => profile.id !== id),
        confirmations: Object.fromEntries(Object.entries(file.confirmations).filter(([owner]) => owner !== id)),
      })
    },

    warnings: () => warnings,
  }
}

const empty: ProfilesFile = { activeId: builtInProfileId, profiles: [], confirmations: {} }

function readOrStartAnew(filePath: string): Opened {
  let text: string
  try {
    text = readFileSync(filePath, 'utf8')
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return { ...empty, warnings: [], readOnly: null }
    return untouched(`The profiles cannot be read (${reasonOf(error)}). They are not changed, and nothing can be saved.`)
  }
  const read = readProfilesFile(text)
  switch (read.kind) {
    case 'read': return { ...read.file, warnings: [], readOnly: null }
    case 'newer': return untouched(
      'The profiles were saved by a newer version of this application. They are not changed, and nothing can be saved: '
      + 'start the newer version.',
    )
    case 'unreadable': return keptQuarantined(filePath, read.reason)
  }
}

function keptQuarantined(filePath: string, reason: string): Opened {
  try {
    const quarantined = basename(quarantine(filePath))
    const warning = `The profiles cannot be read: ${reason}. The file was kept as ${quarantined}. Enter the profiles again, or `
      + 'correct that file and put it back; secrets and keys are still in the keychain.'
    return { ...empty, warnings: [warning], readOnly: null }
  } catch (error) {
    return untouched(`The profiles cannot be read: ${reason}. The file cannot be quarantined either (${reasonOf(error)}), so `
      + 'nothing can be saved.')
  }
}

function untouched(sentence: string): Opened {
  return { ...empty, warnings: [sentence], readOnly: sentence }
}

/** Adds the built-in profile if it is missing, under an unused name. */
function withBuiltIn(file: ProfilesFile, draft: ProfileDraft): ProfilesFile {
  if (file.profiles.some(({ id }) => id === builtInProfileId)) return file
  const taken = new Set(file.profiles.map(({ name }) => name.toLowerCase()))
  let name = draft.name
  for (let number = 2; taken.has(name.toLowerCase()); number += 1) name = `${draft.name} ${number}`
  return { ...file, profiles: [{ ...draft, name, id: builtInProfileId }, ...file.profiles] }
}

function builtInOf(file: ProfilesFile): Profile {
  const builtIn = file.profiles.find(({ id }) => id === builtInProfileId)
  if (builtIn === undefined) throw new Error('the built-in profile is missing')
  return builtIn
}
