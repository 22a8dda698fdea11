import type { RouteLocationRaw } from 'vue-router'
import type { EntryId } from '#shared/brands.ts'
import type { Kind } from '../../ui/messages/kinds.ts'

/** The one action of a line. */
export type NeedAction =
  /** Asks the gateway about an entry; this moves no money. */
  | { readonly kind: 'check'; readonly entryId: EntryId }
  | { readonly kind: 'copy'; readonly text: string; readonly thing: string; readonly label: string }
  | { readonly kind: 'open'; readonly to: RouteLocationRaw; readonly label: string }

/** What an alert shows below its line. */
export interface NeedAlert {
  readonly examples: readonly { readonly text: string; readonly to: RouteLocationRaw }[]
  readonly advice: string
  readonly rule: string
}

/** Something that waits for a person: a line of the screen Today. */
export interface Need {
  readonly id: string
  readonly kind: Kind
  readonly title: string
  readonly detail: string
  /** Shown whole behind the detail; empty without one. */
  readonly merchantOrderId: string
  /** Where its title leads; null where nothing but the action does. */
  readonly to: RouteLocationRaw | null
  /** The money that it is about; empty where there is none. */
  readonly atStake: string
  readonly age: string
  /** Null for a line that only counts. */
  readonly action: NeedAction | null
  /** Of an alert only. */
  readonly alert?: NeedAlert
}
