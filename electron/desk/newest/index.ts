/** Rejects old versions of signed content: only the newest one counts. */
export { createNewest } from './newest.ts'
export { signAndSaveSettings } from './signed-settings.ts'
export { everythingPresent, presentProfile, presentSettings } from './present.ts'
