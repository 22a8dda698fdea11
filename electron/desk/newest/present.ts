import type { Present } from '#shared/model/history/newest.ts'
import { builtInProfileId } from '#shared/model/profiles/profile-rules.ts'
import type { Profile } from '#shared/model/profiles/profile.ts'
import type { Ports } from '../services.ts'

/** A profile as a subject of signatures. */
export function presentProfile(
  { profiles }: Pick<Ports, 'profiles'>, { id, name }: Pick<Profile, 'id' | 'name'>,
): Present {
  return { subject: `profile:${id}`, name, number: profiles.confirmationOf(id)?.number ?? 0 }
}

/** The settings as a subject of signatures. */
export function presentSettings({ settings }: Pick<Ports, 'settings'>): Present {
  return { subject: 'settings', name: 'Settings', number: settings.saved().confirmation?.number ?? 0 }
}

/** Every signed subject. The profile of the built-in gateway is not signed. */
export function everythingPresent(ports: Pick<Ports, 'profiles' | 'settings'>): readonly Present[] {
  const profiles = ports.profiles.list().filter(({ id }) => id !== builtInProfileId)
  return [presentSettings(ports), ...profiles.map((profile) => presentProfile(ports, profile))]
}
