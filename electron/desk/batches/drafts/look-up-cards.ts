/** Looks up the cards of a draft that are not known here, at the pace of the profile. */
import { batchOperationOf } from '#shared/gateway/operations/batch-operations.ts'
import { filledReplyField } from '#shared/gateway/replies/reply.ts'
import { batchPace } from '#shared/model/profiles/profile.ts'
import { success } from '#shared/result.ts'
import type { DeskContext } from '../../context.ts'
import { pacedQueue } from '../../resolution/index.ts'
import type { DraftState } from './state.ts'
import type { DraftStore } from './store.ts'

/** Shortest time between two notifications to the page. */
const notifyEveryMs = 400

/** Starts to look up the cards; `batches.draftChanged` is emitted with results. Does nothing while it is running. */
export function lookUpCards(desk: DeskContext, drafts: DraftStore, draft: DraftState): void {
  const { services: { system }, emit } = desk
  const { draftId } = draft
  const references = unknownCards(draft)
  if ((draft.lookingUp ?? 0) > 0) return
  draft.lookingUp = references.length
  const { perSecond, atOnce } = batchPace(draft.target.profile)
  const apartMs = perSecond === null ? 0 : 1_000 / perSecond
  const queue = pacedQueue((delayMs, callback) => system.schedule(delayMs, callback), { atOnce, apartMs })
  const found = new Set<string>()
  let isScheduled = false

  function notify(): void {
    if (isScheduled) return
    isScheduled = true
    system.schedule(notifyEveryMs, () => {
      isScheduled = false
      const now = new Set(found)
      found.clear()
      void drafts.change(draftId, (changed) => recheckRows(changed, now)).then((changed) => {
        if (changed.ok) emit('batches.draftChanged', { draftId })
      })
    })
  }

  for (const cardReference of references) {
    queue.add(async () => {
      // SECURITY: after a lock nothing more may be queried for an earlier draft.
      if (drafts.find(draftId) !== draft) return
      // A batch of the profile may be running; its pace covers every request.
      await desk.paces.turn(draft.target.profile.id, 'check')
      if (await isRefused(desk, draft, cardReference)) draft.refusedCards.add(cardReference)
      found.add(cardReference)
      notify()
    })
  }
}

/** Marks the rows with these cards to be checked again. */
function recheckRows(draft: DraftState, cards: ReadonlySet<string>): ReturnType<Parameters<DraftStore['change']>[1]> {
  draft.lookingUp = Math.max(0, (draft.lookingUp ?? 0) - cards.size)
  for (const row of draft.rows) if (cards.has(row.facts?.values.cardReference ?? '')) row.facts = null
  return success(null)
}

function unknownCards({ rows }: DraftState): string[] {
  const unknown = rows.filter(({ facts }) =>
    facts?.cardNotes.includes('card-not-known') === true && facts.problems.length === 0)
  return [...new Set(unknown.flatMap(({ facts }) => facts?.values.cardReference ?? []))]
}

/** True if the gateway replied that it does not know the card. A lost reply proves nothing. */
async function isRefused(
  { findTarget, sender }: DeskContext, { target }: DraftState, cardReference: string,
): Promise<boolean> {
  const now = await findTarget(target.profile.id, target.entryPoint)
  if (!now.ok) return false
  const sent = await sender.sendOperation({
    operation: batchOperationOf('card-lookup'), target: now.value, values: { cardReference }, reason: null,
  })
  if (!sent.ok) return false
  const { outcome } = sent.value.report
  if (outcome.kind === 'refused') return true
  return outcome.kind === 'answered' && filledReplyField(outcome.reply, 'last-four-digits') === null
}

