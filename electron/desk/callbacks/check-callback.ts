import type { MerchantOrderId, OrderId } from '#shared/brands.ts'
import { describeCallbackField } from '#shared/gateway/fields/callback-fields.ts'
import { readCallbackText } from '#shared/gateway/callbacks/callback-text.ts'
import {
  callbackKind, callbackSignedText, callbackTextBeforeSecret, digestMatches, isControlShaped, isCovered, missingFields,
} from '#shared/gateway/callbacks/callback.ts'
import { firstValue, type Pair } from '#shared/gateway/encoding/form.ts'
import { maskFreeText, maskValue } from '#shared/gateway/requests/masking.ts'
import type { CallAnswer, ParsedInput } from '#shared/ipc/contract.ts'
import { longestId } from '#shared/model/values/branded.ts'
import type { CallbackCheck } from '#shared/model/answers/callback.ts'
import type { Failure } from '#shared/model/answers/failure.ts'
import type { Profile } from '#shared/model/profiles/profile.ts'
import { failed, success, type Result } from '#shared/result.ts'
import type { DeskContext } from '../context.ts'
import { isUsableHere, signingMerchant } from '../requests/index.ts'
import { compareWithJournal, knownEntries, type NamedOrder } from './callback-journal.ts'
import type { Services } from '../services.ts'

/**
 * Reads a pasted callback or redirect and reports what it proves (§6, addendum 9). Nothing of it is stored, the result
 * is masked, and the correct control is never shown. If the control is correct, the gateway is queried about entries of
 * the order that have another state.
 */
export async function checkCallback(
  { services, builtIn, resolution }: DeskContext, input: ParsedInput<'callbacks.check'>,
): Promise<CallAnswer<'callbacks.check'>> {
  const profile = services.profiles.get(input.profileId)
  if (profile === null) return failed({ code: 'no-such-profile' })
  if (!isUsableHere(services, profile)) return failed({ code: 'environment-not-usable-here' })
  const reading = readCallbackText(input.text)
  if (reading === null) return failed({ code: 'callback-unreadable' })
  const { form, pairs, fixes } = reading
  if (profile.gateway.kind === 'built-in') {
    const ready = await builtIn.ready(profile)
    if (!ready.ok) return ready
  }
  const control = await judgeControl(services, profile, pairs)
  if (!control.ok) return control
  const mayBeOtherSigner = control.value === 'wrong' || control.value === 'not-checked'
  const other = mayBeOtherSigner ? await otherSigner(services, profile, pairs) : null
  const owner = other ?? profile
  const order = orderIn(pairs)
  const known = await knownEntries(services, owner.id, order)
  if (!known.ok) return known
  if (control.value === 'right') void resolution.checkReported({ profileId: profile.id, ...order, ...stateIn(pairs) })
  const kind = callbackKind(pairs)
  return success({
    form,
    ...(fixes.length > 0 && { fixes }),
    kind,
    fields: shownFields(pairs),
    missing: missingFields(pairs, kind),
    control: control.value,
    signedText: callbackSignedText(pairs),
    signedWith: other === null ? null : { profileId: other.id, name: other.name, environment: other.environment },
    order,
    known: known.value,
    ...compareWithJournal(pairs, known.value, owner.switches),
  })
}

async function judgeControl(
  services: Services, profile: Profile, pairs: readonly Pair[],
): Promise<Result<CallbackCheck['control'], Failure>> {
  const received = firstValue(pairs, 'control') ?? ''
  if (received === '') return success('absent')
  if (!isControlShaped(received)) return success('malformed')
  const expected = await expectedControl(services, profile, pairs)
  if (expected.ok) return success(digestMatches(received, expected.value) ? 'right' : 'wrong')
  return expected.failure.code === 'no-such-secret' ? success('not-checked') : expected
}

/** SECURITY: the result is only compared. If it were shown, a person could sign an invented callback with it. */
async function expectedControl(
  services: Services, profile: Profile, pairs: readonly Pair[],
): Promise<Result<string, Failure>> {
  const merchant = await signingMerchant(services, profile)
  if (!merchant.ok) return merchant
  return await services.vault.control({
    secretId: profile.id, environment: profile.environment, merchant: merchant.value,
    textBeforeSecret: callbackTextBeforeSecret(pairs),
  })
}

/** Another profile whose secret yields this control: the callback was checked with the wrong profile. */
async function otherSigner(services: Services, profile: Profile, pairs: readonly Pair[]): Promise<Profile | null> {
  const received = firstValue(pairs, 'control') ?? ''
  for (const other of services.profiles.list()) {
    if (other.id === profile.id || !isUsableHere(services, other)) continue
    const stored = await services.vault.hasSecret({ secretId: other.id })
    if (!stored.ok || !stored.value) continue
    const expected = await expectedControl(services, other, pairs)
    if (expected.ok && digestMatches(received, expected.value)) return other
  }
  return null
}

/** The fields of a callback for the page, masked. */
export function shownFields(pairs: readonly Pair[]): CallbackCheck['fields'] {
  return pairs.map(([name, value]) => {
    const { label, hint, sensitivity } = describeCallbackField(name)
    const repeated = pairs.filter(([other]) => other === name).length > 1
    const hints = [
      hint,
      repeated ? 'Sent more than once: the first value is used here; other systems may use the last.' : null,
      value === value.trim() ? null : 'Begins or ends with a space, which is part of the value.',
    ].filter((text) => text !== null)
    return {
      // SECURITY: a name is as foreign as its value.
      name: maskFreeText(name),
      label: maskFreeText(label),
      hint: hints.length === 0 ? null : hints.join(' '),
      value: maskValue(sensitivity, value),
      covered: isCovered(name),
    }
  })
}

function orderIn(pairs: readonly Pair[]): NamedOrder {
  return {
    orderId: idIn(pairs, 'orderid') as OrderId | null,
    merchantOrderId: (idIn(pairs, 'client_orderid') ?? idIn(pairs, 'merchant_order')) as MerchantOrderId | null,
  }
}

/** SECURITY: this only causes queries of the gateway, as the control does not cover the type. */
function stateIn(pairs: readonly Pair[]) {
  const find = (name: string): string | null => firstValue(pairs, name)?.trim().toLowerCase() || null
  return { status: find('status'), transactionType: find('type') }
}

/** An id in a callback. A longer value is dropped: the bridge would refuse the whole answer. */
function idIn(pairs: readonly Pair[], name: string): string | null {
  const id = firstValue(pairs, name)?.trim() ?? ''
  return id === '' || id.length > longestId ? null : id
}
