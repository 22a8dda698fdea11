/**
 * Cards on file and their payments, from this desk's history and in a team from the copied logs of other desks. These
 * are stored facts; the gateway is not queried.
 */
import type { CardReference, ProfileId } from '#shared/brands.ts'
import { withPlainDigits } from '#shared/gateway/numbers/digit-runs.ts'
import { mostCardPayments, type CardOnFile, type CardOwner } from '#shared/model/payments/card.ts'
import type { Failure } from '#shared/model/answers/failure.ts'
import { merchantKeyOf } from '#shared/model/profiles/merchant.ts'
import { failed, success, type Result } from '#shared/result.ts'
import type { CallsOf } from '../calls.ts'
import type { Services } from '../services.ts'
import { bothHistories, newestFirst } from './both.ts'
import type { History } from './merged.ts'

/** The calls of cards on file that do not query the gateway. */
export function cardCalls(
  { journal, profiles }: Pick<Services, 'journal' | 'profiles'>, history: Pick<History, 'others' | 'shown'>,
): Pick<CallsOf<'cards'>, 'cards.list' | 'cards.page'> {
  const { ofBoth, rowsOf } = bothHistories(journal, history)

  /**
   * One card for each reference, with the facts of both, in the order of the references. Cards not on file are omitted.
   */
  async function cardsOf(
    owner: CardOwner, cardReferences: readonly CardReference[],
  ): Promise<Result<readonly CardOnFile[], Failure>> {
    const found = await ofBoth((of) => of.cards({ ...owner, cardReferences }))
    if (!found.ok) return found
    const copied = await Promise.all(found.value.copied.map(async (card) => ({
      ...card, lastPayment: card.lastPayment === null ? null : await history.shown(card.lastPayment, true),
    })))
    const ofReference = Map.groupBy([...found.value.own, ...copied], ({ cardReference }) => cardReference)
    return success(cardReferences.flatMap((cardReference) => {
      const [first, ...others] = ofReference.get(cardReference) ?? []
      return first === undefined ? [] : others.reduce(mergeCards, first)
    }))
  }

  function ownerOf(profileId: ProfileId): CardOwner | null {
    const profile = profiles.get(profileId)
    const merchantKey = profile === null ? null : merchantKeyOf(profile)
    return profile === null || merchantKey === null ? null : { merchantKey, environment: profile.environment }
  }

  return {
    async 'cards.list'({ profileId, text: typedText, limit }) {
      // No gateway reports a card in digits of an Arabic or Persian keyboard.
      const text = withPlainDigits(typedText)
      const owner = ownerOf(profileId)
      if (owner === null) return failed({ code: 'no-such-profile' })
      const found = await ofBoth((of) => of.findCards({ ...owner, text, limit: limit + 1 }))
      if (!found.ok) return found
      const newest = [...found.value.own, ...found.value.copied].toSorted((one, other) => other.at - one.at)
      // A complete reference comes first, however many others contain it.
      const typed = text.trim() as CardReference
      const references = [...new Set([typed, ...newest.map(({ cardReference }) => cardReference)])]
      const cards = await cardsOf(owner, references.slice(0, limit + 2))
      if (!cards.ok) return cards
      return success({ cards: cards.value.slice(0, limit), more: cards.value.length > limit })
    },
    async 'cards.page'({ profileId, cardReference }) {
      const owner = ownerOf(profileId)
      if (owner === null) return failed({ code: 'no-such-profile' })
      const cards = await cardsOf(owner, [cardReference])
      if (!cards.ok) return cards
      const payments = await rowsOf((of) => of.paymentsByCard({ ...owner, cardReference, limit: mostCardPayments + 1 }))
      if (!payments.ok) return payments
      const rows = payments.value.slice(0, mostCardPayments)
      const orderIds = rows.flatMap(({ orderId }) => orderId ?? [])
      const actions = await rowsOf((of) => of.actionsOnOrders({ merchantKey: owner.merchantKey, orderIds }))
      if (!actions.ok) return actions
      const notes = await ofBoth((of) => of.notesOfCard({ ...owner, cardReference }))
      if (!notes.ok) return notes
      const ofOrder = Map.groupBy(actions.value, ({ orderId }) => orderId)
      return success({
        // SECURITY: never the requested reference, as a person may have typed a card number.
        card: cards.value[0] ?? null,
        payments: rows.map((row) => ({ row, actions: row.orderId === null ? [] : ofOrder.get(row.orderId) ?? [] })),
        cut: payments.value.length > rows.length,
        notes: [...notes.value.own, ...notes.value.copied]
          .toSorted((one, other) => Date.parse(other.at) - Date.parse(one.at)),
      })
    },
  }
}

/** Merges the facts of a card, those of the later lookup first. The expiry is only that of the later lookup. */
function mergeCards(one: CardOnFile, other: CardOnFile): CardOnFile {
  const [later, earlier] = (one.lookedUpAt ?? '') > (other.lookedUpAt ?? '') ? [one, other] : [other, one]
  const payments = [one.lastPayment, other.lastPayment].filter((row) => row !== null).toSorted(newestFirst)
  return {
    cardReference: one.cardReference,
    lastFour: later.lastFour ?? earlier.lastFour, bin: later.bin ?? earlier.bin, brand: later.brand ?? earlier.brand,
    holder: later.holder ?? earlier.holder, expiry: later.expiry, lookedUpAt: later.lookedUpAt,
    payments: one.payments + other.payments, lastPayment: payments[0] ?? null,
  }
}
