import type { AppDescription } from '#shared/model/app.ts'
import { environments } from '#shared/model/environment.ts'

/** What main runs in. */
export type Host = AppDescription['host']

/**
 * Tells it from what the program itself says; no variable of the environment changes it.
 * SECURITY: what is not surely Electron counts as the stand-in, and what is not surely packaged as a run from source.
 */
export function hostOf({ electron, packaged }: { electron: string | undefined; packaged: boolean }): Host {
  if (electron === undefined) return 'stand-in'
  return packaged ? 'packaged' : 'source'
}

/**
 * Environments whose profiles may be used in a host.
 * SECURITY: a browser that stands in for Electron has another sandbox, extensions of the person's, no own scheme, no
 * fuses and no sealed archive: it is good enough for pretended money only. A run from source has no fuses and no sealed
 * archive, and any program of the person can change what it loads: not for production.
 */
export const usableIn: Readonly<Record<Host, AppDescription['usableEnvironments']>> = {
  'stand-in': ['sandbox'],
  'source': ['sandbox', 'staging'],
  'packaged': environments,
}
