import type { ProfileId, UtcTime } from '#shared/brands.ts'
import type { CallbackCheck } from '#shared/model/answers/callback.ts'
import type { OrderKey } from '#shared/model/payments/order.ts'

/** A callback that a person checked in this unlock. */
export interface CheckedCallback {
  readonly at: UtcTime
  readonly check: CallbackCheck
}

/** The callbacks that were checked, in memory only, for the reports of their orders. */
export interface CheckedCallbacks {
  add(profileId: ProfileId, checked: CheckedCallback): void
  of(order: Pick<OrderKey, 'profileId' | 'orderId' | 'merchantOrderId'>): readonly CheckedCallback[]
  drop(): void
}

const most = 100

/**
 * Creates the store. SECURITY: only callbacks with a correct control are stored, so that the page cannot put its own
 * text into a report that the desk signs.
 */
export function checkedCallbacks(): CheckedCallbacks {
  let kept: (CheckedCallback & { readonly profileId: ProfileId })[] = []
  return {
    add(profileId, checked) {
      if (checked.check.control === 'right') kept = [...kept, { ...checked, profileId }].slice(-most)
    },
    of: ({ profileId, ...ids }) => kept.filter((one) => {
      const { order } = one.check
      const known = (['orderId', 'merchantOrderId'] as const).filter((name) => order[name] !== null && ids[name] !== null)
      // SECURITY: the control covers both ids without a separator, so one id alone may be part of another one.
      return one.profileId === profileId && known.length > 0 && known.every((name) => order[name] === ids[name])
    }),
    drop() { kept = [] },
  }
}
