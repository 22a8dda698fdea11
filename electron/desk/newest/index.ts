/** What counts of everything that is signed: the newest. */
export { createNewest, type Newest } from './newest.ts'
export { signAndSaveSettings } from './signed-settings.ts'
export { everythingPresent, presentProfile, presentSettings } from './present.ts'
