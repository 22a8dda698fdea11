import type { Settings } from '#shared/model/settings.ts'
import type { Result } from '#shared/result.ts'

/** The file can't be written; `detail` is a plain sentence. The settings stay as they were. */
interface SettingsFailure {
  readonly code: 'settings-unwritable'
  readonly detail: string
}

/** What this installation is told of the people who use it. No secret is among it. */
export interface SettingsPort {
  /** The settings as they are now; the defaults until some were saved. Never fails. */
  read(): Settings
  /** Replaces all of them; on failure the old ones stay, in memory and on the disk. */
  save(settings: Settings): Result<null, SettingsFailure>
  /** Sentences for the window when the file was unreadable; empty when all is well. */
  warnings(): readonly string[]
}
