/** The simulated payment of a full check: one charge on the built-in gateway, which a second run finds. */
import { setTimeout as pause } from 'node:timers/promises'
import type { WebContents } from 'electron'
import type { CallAnswer, CallInput, CallName, CallOutput } from '#shared/ipc/contract.ts'
import type { CheckLine } from '#shared/model/application/app.ts'
import { isOpen, type HistoryRow } from '#shared/model/history/history.ts'

/** Calls main as the page does: through page, preload and bridge. Rejects with the code of a failure. */
export type PageCall = <Name extends CallName>(name: Name, input: CallInput<Name>) => Promise<CallOutput<Name>>

const finalWithinMs = 60_000
const askEveryMs = 250

/** Creates a function that makes calls through the page in `contents`. */
export function createPageCall(contents: WebContents): PageCall {
  return async <Name extends CallName>(name: Name, input: CallInput<Name>) => {
    const words = [name, input].map((word) => JSON.stringify(word))
    const code = `window.gatewayConsole.call[${words[0]}](${words[1]})`
    const answer = await contents.executeJavaScript(code) as CallAnswer<Name>
    if (!answer.ok) throw new Error(`${name} answered ${answer.failure.code}`)
    return answer.value
  }
}

/** Charges an example card once and waits until the charge is final. Never rejects. */
export async function chargeOnce(call: PageCall): Promise<CheckLine> {
  return await checked('charge', async () => {
    const { intentId } = await call('payments.review', await exampleCharge(call))
    await call('payments.submit', { intentId, reason: null, acceptUnverifiedCard: false })
    const deadline = performance.now() + finalWithinMs
    let rows = await charges(call)
    while (rows.some(({ state }) => isOpen(state)) && performance.now() < deadline) {
      await pause(askEveryMs)
      rows = await charges(call)
    }
    return { rows, sentence: 'A charge on the built-in gateway was reviewed, sent once and approved.' }
  })
}

/** Finds that charge after the restart and verifies the history. Never rejects. */
export async function findCharge(call: PageCall): Promise<CheckLine> {
  return await checked('charge-after-restart', async () => {
    const { firstBreak, links } = await verified(call)
    if (firstBreak !== null || links === 0) throw new Error('the history could not be verified')
    return {
      rows: await charges(call),
      sentence: 'After a restart the charge was found in the history, and the history was verified.',
    }
  })
}

/** Verifies the history. Waits for a daily backup, which may run after a start. */
async function verified(call: PageCall): Promise<CallOutput<'maintenance.verify'>> {
  const deadline = performance.now() + finalWithinMs
  for (;;) {
    try {
      return await call('maintenance.verify', null)
    } catch (error) {
      const isBusy = error instanceof Error && error.message.endsWith('maintenance-under-way')
      if (!isBusy || performance.now() >= deadline) throw error
      await pause(askEveryMs)
    }
  }
}

async function checked(
  id: string, check: () => Promise<{ readonly rows: readonly HistoryRow[], readonly sentence: string }>,
): Promise<CheckLine> {
  try {
    const { rows, sentence } = await check()
    const states = rows.map(({ state }) => state).join(', ')
    return states === 'approved'
      ? { id, result: 'good', detail: sentence }
      : { id, result: 'bad', detail: `One approved charge was expected; found: ${states || 'none'}.` }
  } catch (error) {
    const reason = error instanceof Error ? error.message : 'the reason is not known'
    return { id, result: 'bad', detail: `Could not be checked: ${reason}.` }
  }
}

async function exampleCharge(call: PageCall): Promise<CallInput<'payments.review'>> {
  const { profiles } = await call('profiles.list', null)
  // SECURITY: never a profile with an address, so this charge cannot leave the computer.
  const view = profiles.find(({ profile }) => profile.gateway.kind === 'built-in')
  const entryPoint = view?.profile.entryPoints.find(({ kind }) => kind === 'endpoint')
  const card = view?.examples?.cards.find(({ outcome }) => outcome === 'approved')
  if (view === undefined || card === undefined || entryPoint?.kind !== 'endpoint') {
    throw new Error('there is no built-in gateway')
  }
  const { merchantOrderId } = await call('payments.proposeOrderId', null)
  return {
    profileId: view.profile.id,
    entryPoint,
    operation: 'recurrent-payment',
    values: {
      merchantOrderId, cardReference: card.cardReference, amount: '10.15', currency: entryPoint.currency,
      orderDescription: 'Self-check', customerIpAddress: '203.0.113.9',
    },
    confidential: {},
  }
}

async function charges(call: PageCall): Promise<readonly HistoryRow[]> {
  const { rows } = await call('history.search', {
    text: '', states: [], operations: ['recurrent-payment'], profileId: null, before: null, limit: 10,
  })
  return rows
}
