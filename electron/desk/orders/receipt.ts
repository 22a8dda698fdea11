import type { CallAnswer, ParsedInput } from '#shared/ipc/contract.ts'
import { normaliseBaseUrl } from '#shared/model/profiles/profile-rules.ts'
import { failed, success } from '#shared/result.ts'
import type { DeskContext } from '../context.ts'
import type { Target } from '../requests/index.ts'

/**
 * Opens the receipt of an order in the system's browser and returns its address (§2.9 `receipt-id`):
 * `{base_url}/{word}/view-receipt/{endpoint_id}/<receipt_id>/`. Fails with `receipt-not-offered` if there is no such
 * address.
 */
export async function openReceipt(
  { services, findTarget }: DeskContext, input: ParsedInput<'orders.openReceipt'>,
): Promise<CallAnswer<'orders.openReceipt'>> {
  const target = await findTarget(input.profileId, input.entryPoint)
  if (!target.ok) return target
  const url = receiptUrl(target.value, input.receiptId)
  if (url === null) return failed({ code: 'receipt-not-offered' })
  await services.system.openExternal(url)
  return success({ url })
}

/**
 * The receipt's address below the profile's; null for a group, which has no receipts, and for an invalid receipt id.
 */
export function receiptUrl({ context }: Pick<Target, 'context'>, receiptId: string): string | null {
  const { baseUrl, productWord, entryPoint } = context
  const base = normaliseBaseUrl(baseUrl)
  // SECURITY: the id comes from a reply; no part of it may redirect the browser elsewhere.
  if (entryPoint.kind !== 'endpoint' || base === null || !/^[A-Za-z0-9-]+$/.test(receiptId)) return null
  const url = `${base}/${productWord}/view-receipt/${entryPoint.id}/${receiptId}/`
  return URL.parse(url)?.href === url && url.startsWith(`${base}/`) ? url : null
}
