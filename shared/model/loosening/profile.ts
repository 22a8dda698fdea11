/** The rule whether a saved or confirmed production profile permits more than before, or sends elsewhere. */
import { canonicalText } from '../values/canonical.ts'
import { allowsCardEntry } from '../profiles/profile-rules.ts'
import { batchPace, type BatchPace, type CurrencyLimits, type ProfileDraft } from '../profiles/profile.ts'

type Field = keyof ProfileDraft
type Looser = (before: ProfileDraft, after: ProfileDraft) => boolean

const differs = (field: Field): Looser => (before, after) =>
  canonicalText(valueOf(before, field)) !== canonicalText(valueOf(after, field))

/** The field's value, or its default if it is absent. */
function valueOf(draft: ProfileDraft, field: Field): unknown {
  if (field === 'route') return draft.route ?? { kind: 'system' }
  const value = draft[field]
  return value === undefined || value === '' ? null : value
}

const harmless: Looser = () => false

/** SECURITY: the type requires a rule for every field, so that a new field of profiles cannot be forgotten. */
const looser: { readonly [Name in Field]-?: Looser } = {
  // Destination and signed content of requests: every change counts.
  environment: differs('environment'),
  gateway: differs('gateway'),
  productWord: differs('productWord'),
  login: differs('login'),
  entryPoints: differs('entryPoints'),
  route: differs('route'),
  authorities: differs('authorities'),
  switches: differs('switches'),
  // A key signs only for merchants for which a person confirmed it.
  keyId: harmless,
  // The message box shows the merchant by this name.
  name: differs('name'),
  cardEntry: (before, after) => allowsCardEntry(after) && !allowsCardEntry(before),
  // In another zone another day begins, with unused limits.
  timeZone: differs('timeZone'),
  limits: (before, after) => limitsLooser(before.limits, after.limits),
  batches: (before, after) => isFaster(batchPace(before), batchPace(after)),
  stepUp: (before, after) => after.stepUp === 'off' && before.stepUp !== 'off',
  // Customers trust documents: with another contact or logo, one could deceive them.
  letterhead: differs('letterhead'),
  outsideConfirmation: (before, after) => after.outsideConfirmation === 'off' && before.outsideConfirmation !== 'off',
}

/**
 * The fields in which a production profile permits more, or sends elsewhere. For a profile that was not for production
 * before, every field counts. Empty if neither version is for production.
 */
export function loosensProfile(before: ProfileDraft | null, after: ProfileDraft): readonly Field[] {
  const fields = Object.keys(looser) as Field[]
  if (before?.environment !== 'production') return after.environment === 'production' ? fields : []
  return fields.filter((field) => looser[field](before, after))
}

/** The destination of requests. Their signed content does not change who receives them. */
const destination = ['gateway', 'route', 'authorities'] as const satisfies readonly Field[]

/**
 * The fields that send a staging profile's requests elsewhere than before; all of them for a profile that was neither
 * staging nor production. Empty for other profiles: a sandbox has no address outside this computer.
 */
export function redirectsStaging(before: ProfileDraft | null, after: ProfileDraft): readonly Field[] {
  if (after.environment !== 'staging') return []
  if (before === null || before.environment === 'sandbox') return destination
  return destination.filter((field) => looser[field](before, after))
}

function limitsLooser(before: ProfileDraft['limits'] = [], after: ProfileDraft['limits'] = []): boolean {
  // Without limits every currency is unlimited; with some, other currencies are refused.
  if (before.length === 0) return false
  if (after.length === 0) return true
  return after.some((limit) => {
    const had = before.find(({ currency }) => currency === limit.currency)
    return had === undefined || kinds.some((kind) => isHigher(had[kind], limit[kind]))
  })
}

/** SECURITY: the type requires every limit, so that a new one cannot be forgotten. */
const everyLimit: { readonly [Name in Exclude<keyof CurrencyLimits, 'currency'>]: true } = {
  charge: true, refund: true, payout: true, batch: true, chargesOfADay: true, refundsOfADay: true, payoutsOfADay: true,
}
const kinds = Object.keys(everyLimit) as (keyof typeof everyLimit)[]

function isHigher(before: string | null, after: string | null): boolean {
  if (before === null) return false
  return after === null || BigInt(after) > BigInt(before)
}

function isFaster(before: BatchPace, after: BatchPace): boolean {
  return after.atOnce > before.atOnce || (after.perSecond ?? Infinity) > (before.perSecond ?? Infinity)
}
