/** What counts of everything that is signed: the newest. */
export { createNewest } from './newest.ts'
export { signAndSaveSettings } from './signed-settings.ts'
export { everythingPresent, presentProfile, presentSettings } from './present.ts'
