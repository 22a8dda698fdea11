/** What is known here about the cards of rows. */
import type { CardReference } from '#shared/brands.ts'
import { cardExpiry } from '#shared/gateway/numbers/card-expiry.ts'
import type { FieldValues } from '#shared/gateway/fields/fields.ts'
import { maskFreeText } from '#shared/gateway/requests/masking.ts'
import { touchesMoney } from '#shared/gateway/operations/operations.ts'
import type { Failure } from '#shared/model/answers/failure.ts'
import { success, type Result } from '#shared/result.ts'
import type { DeskContext } from '../../context.ts'
import type { DraftState, RowFacts, RowNote } from './state.ts'

type OfCard = Pick<RowFacts, 'card' | 'cardNotes'>

/** The card of each row, in order. */
export async function knownCards(
  { services }: DeskContext, { operation, target, refusedCards }: DraftState, values: readonly FieldValues[],
): Promise<Result<readonly OfCard[], Failure>> {
  const named = values.flatMap(({ cardReference }) => cardReference as CardReference | undefined ?? [])
  const cardReferences = [...new Set(named)]
  if (cardReferences.length === 0) return success(values.map(() => ({ card: null, cardNotes: [] })))
  const found = await services.journal.cardsReported({
    merchantKey: target.merchant, environment: target.profile.environment, cardReferences,
  })
  if (!found.ok) return found
  const byReference = new Map(found.value.map((card) => [card.cardReference as string, card]))
  const now = services.system.now()
  return success(values.map(({ cardReference = '' }): OfCard => {
    const card = byReference.get(cardReference) ?? null
    const notes: RowNote[] = []
    if (refusedCards.has(cardReference)) notes.push('card-not-active')
    else if (card === null || card.lastFour === null) notes.push('card-not-known')
    const { month, year } = card?.expiry ?? { month: '', year: '' }
    if (cardExpiry(month, year, now).kind === 'expired') notes.push('card-expired')
    return {
      card: card === null ? null : {
        brand: card.brand, lastFour: card.lastFour, holder: card.holder === null ? null : maskFreeText(card.holder),
      },
      cardNotes: cardReference !== '' && touchesMoney(operation) ? notes : [],
    }
  }))
}
