import type {
  CardReference, DeskId, EntryId, IntentId, KeyId, Masked, MerchantKey, MerchantOrderId, MinorUnits, NetMinorUnits,
  OrderId, ProfileId, SerialNumber, UtcTime,
} from '../../brands.ts'
import { z } from './zod.ts'

/** Schemas of branded texts. The limits are deliberately short: no id is longer. */
const branded = <Brand extends string>(most: number) =>
  z.custom<Brand>((value) => typeof value === 'string' && value.length <= most)

/** The most characters of an order id or serial number on the bridge. */
export const longestId = 256

export const longestCardReference = 128
export const cardReferenceSchema = branded<CardReference>(longestCardReference)
/** 32 hexadecimal digits. */
export const deskIdSchema =
  z.custom<DeskId>((value) => typeof value === 'string' && /^[0-9a-f]{32}$/.test(value))
export const entryIdSchema = branded<EntryId>(64)
export const intentIdSchema = branded<IntentId>(64)
export const keyIdSchema = branded<KeyId>(64)
export const merchantKeySchema = branded<MerchantKey>(1_024)
export const merchantOrderIdSchema = branded<MerchantOrderId>(longestId)
export const minorUnitsSchema = branded<MinorUnits>(32)
export const netMinorUnitsSchema = branded<NetMinorUnits>(32)
export const orderIdSchema = branded<OrderId>(longestId)
export const profileIdSchema = branded<ProfileId>(64)
export const serialNumberSchema = branded<SerialNumber>(longestId)
export const utcTimeSchema = branded<UtcTime>(32)
/** Masked text, from main to the page only. */
export const maskedSchema = branded<Masked>(8_388_608)
