import type { ProfileDraft } from '#shared/model/profile.ts'
import type { ConnectionSettings } from '../../gateway/port.ts'

/** How a profile wants its requests to leave: its own route and authorities, else as the system has it. */
export function connectionSettingsOf({ gateway, route, authoritiesFile = '' }: ProfileDraft): ConnectionSettings {
  // SECURITY: the built-in gateway is in this process's own computer, whatever a file says.
  if (gateway.kind === 'built-in') return { route: { kind: 'system' }, authoritiesFile: null }
  return { route: route ?? { kind: 'system' }, authoritiesFile: authoritiesFile === '' ? null : authoritiesFile }
}
