import type { Masked } from '#shared/brands.ts'
import type { CallAnswer, ParsedInput } from '#shared/ipc/contract.ts'
import { success } from '#shared/result.ts'
import { withoutEnd } from '#shared/text-end.ts'
import { investigationText } from './investigation-text.ts'
import { saveFile } from '../maintenance/index.ts'
import { orderPage } from './order-page.ts'
import type { Services } from '../services.ts'

/** The facts about an order that gateway support asks for, as one masked text. */
export async function investigate(
  services: Services, input: ParsedInput<'orders.investigate'>,
): Promise<CallAnswer<'orders.investigate'>> {
  const page = await orderPage(services, input)
  if (!page.ok) return page
  const { orderId, merchantOrderId } = page.value
  const login = services.profiles.get(input.profileId)?.login ?? null
  const text: Masked = investigationText(page.value, { login, now: services.system.now() })
  return success({ text, fileName: fileNameFor(orderId ?? merchantOrderId ?? '') })
}

/** The same text as a file to attach; `cancelled` when no place for it was chosen. */
export async function saveInvestigation(
  services: Services, input: ParsedInput<'orders.saveInvestigation'>,
): Promise<CallAnswer<'orders.saveInvestigation'>> {
  const made = await investigate(services, input)
  return made.ok ? await saveFile(services, { name: made.value.fileName, content: made.value.text }) : made
}

const longestName = 64

/** A file name that Windows accepts too: letters, digits, dashes, dots and underscores, and no device name. */
function fileNameFor(id: string): string {
  const plain = withoutEnd(id.replace(/[^A-Za-z0-9._-]+/g, '-').slice(0, longestName).replace(/^[-.]+/, ''), '-.')
  return `investigation-${plain === '' ? 'order' : plain}.txt`
}
