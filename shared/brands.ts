/**
 * Types that distinguish kinds of text at compile time. The run-time value stays plain text: ids of the gateway exceed
 * 32 and 53 bits and are never numbers (addendum 6).
 */
declare const brand: unique symbol
type Brand<Base, Name extends string> = Base & { readonly [brand]: Name }

/** Whole minor currency units as decimal text without sign or leading zeros ("1015" for 10.15 USD). */
export type MinorUnits = Brand<string, 'MinorUnits'>
/** Whole minor units with an ASCII minus for outgoing money, without leading zeros ("1015", "-1015"). */
export type NetMinorUnits = Brand<string, 'NetMinorUnits'>
/** The merchant's own id of an order (`client_orderid`). */
export type MerchantOrderId = Brand<string, 'MerchantOrderId'>
/** The id that the gateway assigned to an order (`orderid`, `gw-order-id`). */
export type OrderId = Brand<string, 'OrderId'>
/** The id of one request, assigned by the gateway (`serial-number`). */
export type SerialNumber = Brand<string, 'SerialNumber'>
/** A tokenised card (`cardrefid`, `card-ref-id`). */
export type CardReference = Brand<string, 'CardReference'>
/** Text that cannot contain a secret, card number or cvv: only `shared/gateway/requests/masking.ts` creates one. */
export type Masked = Brand<string, 'Masked'>
/** One profile of this installation. */
export type ProfileId = Brand<string, 'ProfileId'>
/** One merchant at one gateway, shared by all profiles of it: see `shared/model/profiles/merchant.ts`. */
export type MerchantKey = Brand<string, 'MerchantKey'>
/** One X.509 certificate: its DER as base64. */
export type Certificate = Brand<string, 'Certificate'>
/** One RSA key pair of this installation. */
export type KeyId = Brand<string, 'KeyId'>
/** One person who may use this desk. */
export type PersonId = Brand<string, 'PersonId'>
/** One operation in the journal. */
export type EntryId = Brand<string, 'EntryId'>
/** One note, through all its corrections: 32 random hexadecimal digits. */
export type NoteId = Brand<string, 'NoteId'>
/** One reviewed payment that may be confirmed once. */
export type IntentId = Brand<string, 'IntentId'>
/** A moment as ISO 8601 text in UTC with milliseconds ("2026-11-20T09:41:07.120Z"). */
export type UtcTime = Brand<string, 'UtcTime'>
/** One installation in a team: 32 random hexadecimal digits, generated when it joins. */
export type DeskId = Brand<string, 'DeskId'>
/** One event of a desk in the team journal: 32 hexadecimal digits, the same in every delivery attempt. */
export type TeamEventId = Brand<string, 'TeamEventId'>
