import type { RouteLocationRaw } from 'vue-router'
import type { EntryId } from '#shared/brands.ts'
import type { Kind } from '../../ui/messages/kinds.ts'

/** The one action of a line. */
export type NeedAction =
  /** Checks the status of an entry, which moves no money. */
  | { readonly kind: 'check'; readonly entryId: EntryId }
  | { readonly kind: 'copy'; readonly text: string; readonly thing: string; readonly label: string }
  | { readonly kind: 'open'; readonly to: RouteLocationRaw; readonly label: string }

/** The details of an alert, shown below its line. */
export interface NeedAlert {
  readonly examples: readonly { readonly text: string; readonly to: RouteLocationRaw }[]
  readonly advice: string
  readonly rule: string
}

/** An item that needs a person: a line of the screen "Today". */
export interface Need {
  readonly id: string
  readonly kind: Kind
  readonly title: string
  readonly detail: string
  /** Shown in full after the detail; empty without one. */
  readonly merchantOrderId: string
  /** The link of the title; null if only the action has a link. */
  readonly to: RouteLocationRaw | null
  /** The text of the amount concerned; empty without one. */
  readonly atStake: string
  readonly age: string
  /** Null for a line that only counts. */
  readonly action: NeedAction | null
  /** Only for an alert. */
  readonly alert?: NeedAlert
}
