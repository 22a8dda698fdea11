import type { Notices } from './notices.ts'
import type { CoreContext } from './requests/index.ts'
import type { Followers, Resolution } from './resolution/index.ts'

/** The context that the desk's folders share, created once by `desk.ts`. */
export interface DeskContext extends CoreContext {
  readonly following: Followers
  readonly resolution: Resolution
  readonly notices: Notices
}
