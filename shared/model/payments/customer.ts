/** The customer whose content is erased. */
import { longestId, profileIdSchema } from '../values/branded.ts'
import { z } from '../values/zod.ts'

/**
 * How a customer is identified: by a card on file, an e-mail address, or one of their orders. `erased-before` has no
 * value: it means all customers whose erased content reappeared, by a restore or a later status.
 */
export const customerKinds = ['card-reference', 'email', 'merchant-order-id', 'order-id', 'erased-before'] as const
export type CustomerKind = (typeof customerKinds)[number]

/** Why a typed value, trimmed, cannot identify a customer of its kind; null if it can. */
export function customerProblem(kind: CustomerKind, value: string): 'missing' | 'too-long' | 'no-email' | null {
  if (value === '') return kind === 'erased-before' ? null : 'missing'
  if (value.length > longestId) return 'too-long'
  return kind === 'email' && !/^[^\s@]+@[^\s@]+$/u.test(value) ? 'no-email' : null
}

/** A customer. Ids belong to a gateway or merchant; without a profile, equal ids of all gateways count. */
export const customerSchema = z.object({
  kind: z.enum(customerKinds), value: z.string().trim(), profileId: profileIdSchema.nullable(),
}).refine(({ kind, value }) => customerProblem(kind, value) === null)
export type Customer = z.infer<typeof customerSchema>

const words = {
  'card-reference': 'card reference', 'email': 'e-mail address', 'merchant-order-id': 'merchant order id',
  'order-id': 'order id', 'erased-before': 'an earlier erasure',
} as const satisfies Record<CustomerKind, string>

/** The name of a kind, for the audit trail and message boxes. */
export function customerInWords(kind: CustomerKind): string {
  return words[kind]
}

/** Matches an e-mail address in a text, in any case, but not as part of a longer one. */
export function wholeAddress(address: string): RegExp {
  const literal = address.replace(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`)
  return new RegExp(String.raw`(?<![\p{L}\p{N}._+-])${literal}(?![\p{L}\p{N}_-]|\.[\p{L}\p{N}])`, 'iu')
}
