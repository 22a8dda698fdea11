import type { CoreContext } from './requests/index.ts'
import type { Followers, Resolution } from './resolution/index.ts'

/** What the capabilities of the desk are given, made once by `desk.ts`. */
export interface DeskContext extends CoreContext {
  readonly following: Followers
  readonly resolution: Resolution
}
