import type { AppDescription } from '#shared/model/application/app.ts'
import { environments } from '#shared/model/values/environment.ts'

/** The host that main runs in. */
export type Host = AppDescription['host']

/**
 * Determines the host from the program itself; no environment variable changes it.
 * SECURITY: if in doubt the result is the more restricted host: `stand-in` without Electron's version, `source` unless
 * packaged.
 */
export function hostOf({ electron, packaged }: { electron: string | undefined; packaged: boolean }): Host {
  if (electron === undefined) return 'stand-in'
  return packaged ? 'packaged' : 'source'
}

/**
 * Environments whose profiles may be used in a host.
 * SECURITY: a stand-in browser has another sandbox, the person's extensions, no app:// scheme, no fuses and no sealed
 * archive, so it is only for simulated money. A run from source has no fuses and no sealed archive, and any program of
 * the person can change its code, so it is not for production.
 */
export const usableIn: Readonly<Record<Host, AppDescription['usableEnvironments']>> = {
  'stand-in': ['sandbox'],
  'source': ['sandbox', 'staging'],
  'packaged': environments,
}
