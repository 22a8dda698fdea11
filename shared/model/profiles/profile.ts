import type { KeyId, MinorUnits, ProfileId } from '../../brands.ts'
import { isCurrencyCode } from '../../gateway/numbers/currencies.ts'
import { operationIds, type OperationId } from '../../gateway/operations/operations.ts'
import { defaultSwitches } from '../../gateway/operations/switches.ts'
import { authoritiesSchema } from '../keys/certificate-authorities.ts'
import { environmentSchema } from '../values/environment.ts'
import { letterheadSchema } from './letterhead.ts'
import { z } from '../values/zod.ts'

/** The digits of minor units: by ISO 4217, or two for every currency as in vendor code. */
export const minorUnitReadingSchema = z.enum(['iso-4217', 'always-two'])

const idText = z.string().trim().regex(/^[A-Za-z0-9_-]{1,64}$/)

/** Where requests enter the gateway: an endpoint has one fixed currency, a group supports several (§1.2). */
export const entryPointSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('endpoint'), id: idText, currency: z.string().refine(isCurrencyCode) }),
  z.object({ kind: z.literal('group'), id: idText }),
])

export type EntryPoint = z.infer<typeof entryPointSchema>

const operationIdSchema = z.enum(operationIds as [OperationId, ...OperationId[]])
const signatureMethodSchema = z.enum(['RSA-SHA256', 'HMAC-SHA1'])

/** The variations between gateways of this family (addendum 2); the defaults are those of the interface document. */
export const switchesSchema = z.object({
  recurrentControlStartsWithEntryPoint: z.boolean().default(defaultSwitches.recurrentControlStartsWithEntryPoint),
  recurrentPath: z.enum(['make-rebill-sale', 'make-rebill']).default(defaultSwitches.recurrentPath),
  oauthParametersInBody: z.boolean().default(defaultSwitches.oauthParametersInBody),
  browserFieldNames: z.enum(['document', 'prefixed']).default(defaultSwitches.browserFieldNames),
  expireYearDigits: z.union([z.literal(2), z.literal(4)]).default(defaultSwitches.expireYearDigits),
  minorUnitDigits: minorUnitReadingSchema.default(defaultSwitches.minorUnitDigits),
  statusAmountIs: z.enum(['initial', 'current']).default(defaultSwitches.statusAmountIs),
  statusOfVersion4Orders: z.enum(['v2', 'v4']).default(defaultSwitches.statusOfVersion4Orders),
  sendSecondCardNumberField: z.boolean().default(defaultSwitches.sendSecondCardNumberField),
  signatureMethods: z.partialRecord(operationIdSchema, signatureMethodSchema).default({}),
  paths: z.partialRecord(operationIdSchema, z.string().regex(/^\/(?:[A-Za-z0-9._~-]+\/)+$/)).default({}),
})

/** The gateway of a profile. `built-in` is the sandbox inside the application, only for sandbox profiles. */
const gatewayAddressSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('built-in') }),
  z.object({ kind: z.literal('address'), baseUrl: z.string() }),
])

/**
 * How a profile's requests leave this computer: by the system's proxy settings (without them, by the environment
 * variables'), directly, or through an HTTP or HTTPS proxy. Proxy passwords are not supported.
 */
const networkRouteSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('system') }),
  z.object({ kind: z.literal('direct') }),
  z.object({ kind: z.literal('proxy'), url: z.string().trim().max(300) }),
])

/** Whole minor units, without sign or leading zeros; null for no limit. */
const limitSchema = z.string().regex(/^(?:0|[1-9]\d{0,17})$/).transform((text) => text as MinorUnits).nullable()

/**
 * The highest amounts in one currency: of a charge, refund, payout and batch, and of all charges, refunds and payouts
 * of a day. A profile with limits refuses currencies without a row.
 */
const currencyLimitsSchema = z.object({
  currency: z.string().refine(isCurrencyCode),
  charge: limitSchema, refund: limitSchema, payout: limitSchema, batch: limitSchema.default(null),
  chargesOfADay: limitSchema.default(null), refundsOfADay: limitSchema, payoutsOfADay: limitSchema.default(null),
})

export type CurrencyLimits = z.infer<typeof currencyLimitsSchema>

/** The fastest permitted batch: a gateway would suffer from more, or refuse it. */
export const fastestBatch = { perSecond: 20, atOnce: 16 } as const

/** Requests per second of a batch (null: unlimited, only for a sandbox), and how many may wait for a reply. */
const batchesSchema = z.object({
  perSecond: z.number().int().min(1).max(fastestBatch.perSecond).nullable(),
  atOnce: z.number().int().min(1).max(fastestBatch.atOnce),
})

export type BatchPace = z.infer<typeof batchesSchema>

export type NetworkRoute = z.infer<typeof networkRouteSchema>

/** The fields that a person fills in. Rules for several fields are in `profile-rules.ts`. */
export const profileDraftSchema = z.object({
  name: z.string().trim().min(1).max(60),
  environment: environmentSchema,
  gateway: gatewayAddressSchema,
  productWord: z.string().trim().regex(/^[A-Za-z0-9-]{1,40}$/),
  login: z.string().trim().min(1).max(20),
  entryPoints: z.array(entryPointSchema).min(1).max(200),
  keyId: z.string().transform((text) => text as KeyId).nullable(),
  switches: switchesSchema,
  /** Whether whole card numbers may be typed; absent: see `allowsCardEntry`. */
  cardEntry: z.enum(['allowed', 'refused']).optional(),
  /** Absent: the system's settings. */
  route: networkRouteSchema.optional(),
  /** Certificate authorities to trust in addition to the system's. Absent: none. */
  authorities: authoritiesSchema.optional(),
  /** The time zone that decides when the days of its limits begin (IANA database). Only a sandbox may have none. */
  timeZone: z.string().trim().min(1).max(64).optional(),
  /** Absent: no limits. */
  limits: z.array(currencyLimitsSchema).max(50).optional(),
  /** How fast batches are sent. Absent: see `batchPace`. */
  batches: batchesSchema.optional(),
  /** `off`: production does not require a second proof of the passphrase. Absent: it does. */
  stepUp: z.literal('off').optional(),
  /** `off`: no message box of the system before production payments. Absent: there is one. */
  outsideConfirmation: z.literal('off').optional(),
  /** Absent: documents show the profile's name as the merchant's. */
  letterhead: letterheadSchema.optional(),
})

export type ProfileDraft = z.infer<typeof profileDraftSchema>

export const profileSchema = profileDraftSchema.extend({ id: z.string().transform((text) => text as ProfileId) })

export type Profile = z.infer<typeof profileSchema>

/** How fast the batches of a profile are sent. `perSecond` is null if it is unlimited. */
export function batchPace({ batches }: Pick<ProfileDraft, 'batches'>): BatchPace {
  return batches ?? { perSecond: 2, atOnce: 4 }
}
