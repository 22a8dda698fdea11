/** What a person does, one function a call of the contract. Everything with a decision in it lives in its own file. */
import type { Desk } from '#shared/ipc/contract.ts'
import type { VaultState } from '#shared/model/app.ts'
import { failed, success } from '#shared/result.ts'
import { builtInGateway } from './built-in-gateway.ts'
import { checkCallback } from './callbacks.ts'
import { lookUpCard, registerCard } from './cards.ts'
import { proposeMerchantOrderId, reviewDeed } from './deeds.ts'
import { exchange as makeExchange } from './exchange.ts'
import { followers } from './follow.ts'
import { inspectEntry } from './inspect-entry.ts'
import { inspectForm } from './inspector.ts'
import { investigate, saveInvestigation } from './investigate.ts'
import { intents } from './intents.ts'
import { importKeyFile, importKeyText, removeKey, savePublicKey } from './keys.ts'
import { performOperation } from './operations.ts'
import { orderPage } from './order-page.ts'
import { lookUpOrder } from './orders.ts'
import { placeFinder } from './place.ts'
import { listProfiles, removeProfile, saveProfile, storeSecret } from './profiles.ts'
import { openReceipt } from './receipt.ts'
import type { DeskControl, Rooms, Tell } from './rooms.ts'
import { checkStatus } from './settle.ts'
import { signer } from './sign.ts'
import { steadyJournal } from './steady-journal.ts'
import { submitDeed } from './submit-deed.ts'
import { threeDSecureSteps } from './three-d-secure.ts'
import { testConnection } from './test-connection.ts'
import { utcTime } from './time.ts'

/** Wires the desk to its rooms. `tell` sends events to the page. */
export function createDesk(given: Rooms, tell: Tell): { readonly calls: Desk; readonly control: DeskControl } {
  const rooms: Rooms = { ...given, journal: steadyJournal(given.journal, () => { given.log('journal-ended') }) }
  const builtIn = builtInGateway(rooms)
  const findPlace = placeFinder(rooms, builtIn)
  const exchange = makeExchange(rooms, signer(rooms, builtIn), journalChanged)
  const following = followers(rooms, exchange, findPlace, tell, journalChanged)
  const waiting = intents(rooms)
  const steps = threeDSecureSteps(rooms, exchange, findPlace)
  const { vault, profiles, journal, computer } = rooms

  function journalChanged(): void {
    void journal.countNeedingAttention().then((count) => {
      if (count.ok) tell('journal.changed', { needingAttention: count.value })
    })
  }

  async function vaultState(): Promise<VaultState> {
    const described = await vault.describe()
    if (described.ok) return { state: 'open', ...described.value }
    return described.failure.code === 'vault-locked' ? { state: 'locked' } : { state: 'failed', failure: described.failure }
  }

  async function vaultChanged(): Promise<VaultState> {
    const state = await vaultState()
    tell('vault.changed', state)
    return state
  }

  /** Tells the page after a call that succeeded in changing profiles, keys or secrets. */
  async function changing<Answer extends { readonly ok: boolean }>(work: Promise<Answer>): Promise<Answer> {
    const answer = await work
    if (answer.ok) {
      tell('profiles.changed', null)
      await vaultChanged()
    }
    return answer
  }

  async function resumeFollowing(): Promise<void> {
    const open = await journal.unfinished()
    if (!open.ok) return
    for (const { row } of open.value) {
      const followed = await following.follow(row.entryId)
      if (!followed.ok) rooms.log('follow-not-resumed', { code: followed.failure.code })
    }
  }

  async function readyActiveProfile(): Promise<void> {
    const active = profiles.active()
    if (active.gateway.kind !== 'built-in') return
    const ready = await builtIn.ready(active)
    if (ready.ok) {
      tell('profiles.changed', null)
      await vaultChanged()
    } else rooms.log('built-in-gateway-not-ready', { code: ready.failure.code })
  }

  const calls: Desk = {
    'app.describe': async () => success(computer.description),
    'app.copy': async ({ text }) => {
      await computer.copyText(text)
      return success(null)
    },
    'app.checkInstallation': async () => success(await computer.checkInstallation()),

    'vault.describe': async () => success(await vaultState()),
    'vault.lock': async () => {
      await vault.lock()
      builtIn.forget()
      return success(await vaultChanged())
    },
    'vault.unlock': async () => {
      await vault.unlock()
      await readyActiveProfile()
      void resumeFollowing()
      return success(await vaultChanged())
    },

    'profiles.list': async () => success(await listProfiles(rooms, builtIn)),
    'profiles.choose': async ({ id }) => {
      const chosen = profiles.choose(id)
      if (!chosen.ok) return chosen
      await readyActiveProfile()
      tell('profiles.changed', null)
      return success(await listProfiles(rooms, builtIn))
    },
    'profiles.save': (input) => changing(saveProfile(rooms, builtIn, input)),
    'profiles.remove': ({ id }) => changing(removeProfile(rooms, id)),
    'profiles.storeSecret': (input) => changing(storeSecret(rooms, input)),
    'profiles.removeSecret': ({ id }) => changing(vault.removeSecret({ secretId: id })),
    'profiles.testConnection': ({ id }) => testConnection(rooms, exchange, findPlace, id),

    'keys.list': () => vault.listKeys(),
    'keys.generate': (input) => changing(vault.generateKey({ ...input, keep: 'keychain' })),
    'keys.cancelGeneration': (input) => vault.cancelGeneration(input),
    'keys.importText': (input) => changing(importKeyText(rooms, input)),
    'keys.importFile': (input) => changing(importKeyFile(rooms, input)),
    'keys.publicKey': (input) => vault.exportPublicKey(input),
    'keys.savePublicKey': ({ keyId }) => savePublicKey(rooms, keyId),
    'keys.prove': (input) => vault.provePair(input),
    'keys.remove': ({ keyId }) => changing(removeKey(rooms, keyId)),

    'orders.status': (input) => lookUpOrder(rooms, exchange, findPlace, input),
    'orders.follow': ({ entryId }) => following.follow(entryId),
    'orders.stopFollowing': async ({ entryId }) => {
      following.stop(entryId)
      return success(null)
    },
    'orders.checkStatus': ({ entryId }) => checkStatus(rooms, exchange, findPlace, following, entryId, journalChanged),

    'orders.page': (input) => orderPage(rooms, input),
    'orders.openReceipt': (input) => openReceipt(rooms, findPlace, input),
    'orders.investigate': (input) => investigate(rooms, input),
    'orders.saveInvestigation': (input) => saveInvestigation(rooms, input),

    'cards.lookUp': (input) => lookUpCard(exchange, findPlace, input),
    'cards.register': (input) => registerCard(exchange, findPlace, input),

    'deeds.proposeOrderId': async () => success({ merchantOrderId: proposeMerchantOrderId(rooms) }),
    'deeds.review': (input) => reviewDeed(rooms, exchange, findPlace, waiting, input),
    'deeds.submit': (input) => submitDeed(rooms, exchange, findPlace, waiting, following, input),
    'deeds.discard': async ({ intentId }) => {
      if (waiting.look(intentId).ok) waiting.finish(intentId)
      return success(null)
    },

    'operations.perform': (input) => performOperation(exchange, findPlace, input),

    'threeDSecure.look': (input) => steps.look(input),
    'threeDSecure.visit': (input) => steps.visit(input),
    'threeDSecure.endVisit': async () => {
      rooms.issuerPages.end()
      return success(null)
    },

    'callbacks.check': (input) => checkCallback(rooms, builtIn, input),

    'inspector.build': (input) => inspectForm(rooms, builtIn, findPlace, input),
    'inspector.fromEntry': ({ entryId }) => inspectEntry(rooms, entryId),

    'history.search': (query) => journal.search(query),
    'history.entry': async (input) => {
      const found = await journal.entry(input)
      if (!found.ok) return found
      return found.value === null ? failed({ code: 'no-such-entry' }) : success(found.value)
    },
    'history.needingAttention': () => journal.needingAttention(),
  }

  const control: DeskControl = {
    async start() {
      const closed = await journal.closeLeftovers({ at: utcTime(computer.now()) })
      if (closed.ok && closed.value.count > 0) rooms.log('leftover-intents', { count: closed.value.count })
      await readyActiveProfile()
      await resumeFollowing()
      journalChanged()
    },
    sending: () => exchange.sending(),
    async prepareToQuit() {
      following.stopAll()
      await exchange.close()
    },
    stop: () => following.stopAll(),
  }

  return { calls, control }
}
