import type { ProfileId } from '#shared/brands.ts'
import type { ColumnMeaning } from '#shared/model/payments/batch.ts'
import type { Confirmation } from '#shared/model/values/confirmation.ts'
import type { NewestList } from '#shared/model/history/newest.ts'
import type { Settings } from '#shared/model/application/settings.ts'
import type { Result } from '#shared/result.ts'

/** The file cannot be written; `detail` is a sentence. The settings are unchanged. */
interface SettingsFailure {
  readonly code: 'settings-unwritable'
  readonly detail: string
}

/** The settings in the file, with their signature; null if they were saved without one. */
export interface SavedSettings {
  readonly settings: Settings
  readonly confirmation: Confirmation | null
}

/** The file with the lists of the newest numbers: the present one, and the one before the last change. */
export interface NewestFile {
  /** Empty if it is missing or unreadable. */
  read(): readonly NewestList[]
  /** Durable when it returns; throws if it cannot be written. */
  write(lists: readonly [now: NewestList, before: NewestList]): void
}

/** The meanings that persons chose for columns of tables, by profile and name of the column (`columnKey`). */
export interface KeptColumns {
  of(profileId: ProfileId): ReadonlyMap<string, ColumnMeaning>
  /** Adds choices to those of a profile; throws if the file cannot be written. */
  keep(profileId: ProfileId, chosen: ReadonlyMap<string, ColumnMeaning>): void
}

/** The settings of this installation. They contain no secrets. */
export interface SettingsPort {
  /** The settings in use: the defaults until some were saved, and after `distrust`. Never fails. */
  read(): Settings
  saved(): SavedSettings
  /** Replaces and uses all settings; after a failure the old ones stay, in memory and on the disk. */
  save(settings: Settings, confirmation: Confirmation | null): Result<null, SettingsFailure>
  /**
   * From now on the defaults are used, because the saved settings are not checked yet or were changed from outside.
   * `warning` is a sentence for the window; null for none.
   */
  distrust(warning: string | null): void
  /** The saved settings are used again. */
  trust(): void
  /** False while the defaults are used instead of the saved settings. */
  isTrusted(): boolean
  /** Calls `listener` whenever other settings may be in use. */
  whenChanged(listener: () => void): void
  /** Sentences for the window if the file was unreadable or is not trusted; empty if there is no problem. */
  warnings(): readonly string[]
}
