/** What a person does, one function a call of the contract. Everything with a decision in it lives in its own file. */
import type { EntryId } from '#shared/brands.ts'
import type { Desk } from '#shared/ipc/contract.ts'
import { failed, success } from '#shared/result.ts'
import { adoption as makeAdoption } from './adoption.ts'
import { ages } from './ages.ts'
import { backups } from './backups.ts'
import { builtInGateway } from './built-in-gateway.ts'
import { checkCallback } from './callbacks.ts'
import { lookUpCard, registerCard } from './cards.ts'
import { confirmProfile, profileDifferences } from './confirmed-profiles.ts'
import { proposeMerchantOrderId, reviewDeed } from './deeds.ts'
import { diagnoses } from './diagnose.ts'
import { exchange as makeExchange } from './exchange.ts'
import { exporter } from './export.ts'
import { followers } from './follow.ts'
import { inspectEntry } from './inspect-entry.ts'
import { inspectForm } from './inspector.ts'
import { investigate, saveInvestigation } from './investigate.ts'
import { intents } from './intents.ts'
import { confirmKeyAddress } from './key-addresses.ts'
import { importKeyFile, importKeyText, makeKey, removeKey, savePublicKey } from './keys.ts'
import { life } from './life.ts'
import { oneAtATime } from './one-at-a-time.ts'
import { performOperation } from './operations.ts'
import { allowRemoving, allowSaving } from './open-outcomes.ts'
import { orderPage } from './order-page.ts'
import { lookUpOrder } from './orders.ts'
import { placeFinder } from './place.ts'
import {
  chooseAuthoritiesFile, listProfiles, removeProfile, removeSecret, saveProfile, storeSecret,
} from './profiles.ts'
import { openReceipt } from './receipt.ts'
import { countOlder, deleteOlder } from './retention.ts'
import type { DeskControl, Rooms, Tell } from './rooms.ts'
import { runLines } from './run-lines.ts'
import { sealedJournal, sealer } from './sealing.ts'
import { saveSettings } from './settings.ts'
import { checkStatus } from './settle.ts'
import { settling as makeSettling } from './settling.ts'
import { signer } from './sign.ts'
import { steadyJournal } from './steady-journal.ts'
import { submitDeed } from './submit-deed.ts'
import { threeDSecureSteps } from './three-d-secure.ts'
import { testConnection } from './test-connection.ts'
import { verifyHistory } from './verify.ts'

/** Wires the desk to its rooms. `tell` sends events to the page. */
export function createDesk(given: Rooms, tell: Tell): { readonly calls: Desk; readonly control: DeskControl } {
  const steady: Rooms = { ...given, journal: steadyJournal(given.journal, () => { given.log('journal-ended') }) }
  const sealing = sealer(steady, (link) => { void keeping.endIsGone(link) })
  const rooms: Rooms = { ...steady, journal: sealedJournal(steady.journal, sealing) }
  const builtIn = builtInGateway(rooms)
  const adoption = makeAdoption(rooms, () => { tell('profiles.changed', null) })
  const findPlace = placeFinder(rooms, builtIn, adoption)
  const timing = ages(rooms)
  const exchange = makeExchange(rooms, signer(rooms, builtIn), timing, journalChanged)
  const following = followers(rooms, exchange, findPlace, tell, journalChanged)
  const check = (entryId: EntryId) => checkStatus(rooms, exchange, findPlace, following, entryId, journalChanged)
  const settling = makeSettling(rooms, timing, check, tell, journalChanged)
  const waiting = intents(rooms)
  const diagnosing = diagnoses(rooms, builtIn, tell)
  const steps = threeDSecureSteps(rooms, exchange, findPlace)
  const inTurn = oneAtATime()
  const keeping = backups(rooms, inTurn, sealing, {
    entriesCame: () => { living.entriesCame() }, warned: () => { tell('upkeep.warned', null) },
  })
  const exports = exporter(rooms, tell, inTurn)
  const living = life(rooms, {
    builtIn, adoption, exchange, following, settling, sealing, keeping, exports, lines: runLines(rooms), tell,
    journalChanged,
  })
  const { vault, profiles, journal, computer } = rooms

  function journalChanged(): void {
    void journal.countNeedingAttention().then((count) => {
      if (count.ok) tell('journal.changed', { needingAttention: count.value })
    })
    void settling.plans.look()
  }

  /** Tells the page after a call that succeeded in changing profiles, keys or secrets. */
  async function changing<Answer extends { readonly ok: boolean }>(work: Promise<Answer>): Promise<Answer> {
    const answer = await work
    if (answer.ok) {
      tell('profiles.changed', null)
      await living.vaultChanged()
      settling.plans.takeUpStuck()
    }
    return answer
  }

  const calls: Desk = {
    'app.describe': async () => success(computer.description),
    'app.copy': async ({ text }) => {
      await computer.copyText(text)
      return success(null)
    },
    'app.checkInstallation': async () => success(await computer.checkInstallation()),

    'vault.describe': async () => success(await living.vaultState()),
    'vault.lock': async () => success(await living.lock()),
    'vault.unlock': async () => success(await living.unlock()),

    'profiles.list': async () => success(await listProfiles(rooms, builtIn, adoption)),
    'profiles.choose': async ({ id }) => {
      const chosen = profiles.choose(id)
      if (!chosen.ok) return chosen
      await living.readyActiveProfile()
      tell('profiles.changed', null)
      return success(await listProfiles(rooms, builtIn, adoption))
    },
    'profiles.differences': ({ id }) => profileDifferences(rooms, id),
    'profiles.confirm': ({ id }) => changing(confirmProfile(rooms, id)),
    'profiles.save': async ({ openOutcomes, ...input }) => {
      const allowed = await allowSaving(rooms, input.id, input.draft, openOutcomes ?? null)
      return allowed.ok ? await changing(saveProfile(rooms, builtIn, input)) : allowed
    },
    'profiles.remove': async ({ id, reason }) => {
      const allowed = await allowRemoving(rooms, id, reason ?? null)
      return allowed.ok ? await changing(removeProfile(rooms, id)) : allowed
    },
    'profiles.storeSecret': (input) => changing(storeSecret(rooms, input)),
    'profiles.removeSecret': ({ id }) => changing(removeSecret(rooms, id)),
    'profiles.chooseAuthoritiesFile': () => chooseAuthoritiesFile(rooms),
    'profiles.testConnection': ({ id }) => testConnection(rooms, exchange, findPlace, id),

    'keys.list': () => vault.listKeys(),
    'keys.generate': (input) => changing(makeKey(rooms, input)),
    'keys.cancelGeneration': (input) => vault.cancelGeneration(input),
    'keys.importText': (input) => changing(importKeyText(rooms, input)),
    'keys.importFile': (input) => changing(importKeyFile(rooms, input)),
    'keys.publicKey': (input) => vault.exportPublicKey(input),
    'keys.savePublicKey': ({ keyId }) => savePublicKey(rooms, keyId),
    'keys.prove': (input) => vault.provePair(input),
    'keys.confirmAddress': (input) => changing(confirmKeyAddress(rooms, input)),
    'keys.remove': ({ keyId }) => changing(removeKey(rooms, keyId)),

    'orders.status': (input) => lookUpOrder(rooms, exchange, findPlace, settling, input),
    'orders.follow': ({ entryId }) => following.follow(entryId),
    'orders.stopFollowing': async ({ entryId }) => {
      following.stop(entryId)
      return success(null)
    },
    'orders.checkStatus': ({ entryId }) => settling.check(entryId),

    'orders.page': (input) => orderPage(rooms, input),
    'orders.openReceipt': (input) => openReceipt(rooms, findPlace, input),
    'orders.investigate': (input) => investigate(rooms, input),
    'orders.saveInvestigation': (input) => saveInvestigation(rooms, input),

    'cards.lookUp': (input) => lookUpCard(exchange, findPlace, input),
    'cards.register': (input) => registerCard(exchange, findPlace, input),

    'deeds.proposeOrderId': async () => success({ merchantOrderId: proposeMerchantOrderId(rooms) }),
    'deeds.review': (input) => reviewDeed(rooms, timing, exchange, findPlace, waiting, input),
    'deeds.submit': (input) => submitDeed(rooms, timing, exchange, findPlace, waiting, following, input),
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

    'callbacks.check': (input) => checkCallback(rooms, builtIn, settling, input),

    'inspector.build': (input) => inspectForm(rooms, builtIn, findPlace, input),
    'inspector.fromEntry': ({ entryId }) => inspectEntry(rooms, entryId),
    'inspector.diagnose': (input) => diagnosing.run(input),
    'inspector.cancelDiagnosis': async ({ runId }) => {
      diagnosing.cancel(runId)
      return success(null)
    },

    'history.search': (query) => journal.search(query),
    'history.entry': async (input) => {
      const found = await journal.entry(input)
      if (!found.ok) return found
      return found.value === null ? failed({ code: 'no-such-entry' }) : success(found.value)
    },
    'history.needingAttention': () => journal.needingAttention(),
    'history.count': (filter) => journal.count(filter),
    'history.export': (input) => exports.run(input),
    'history.cancelExport': async ({ exportId }) => {
      exports.cancel(exportId)
      return success(null)
    },

    'settling.list': () => settling.list(),
    'settling.askAgain': ({ entryId }) => settling.askAgain(entryId),
    'settling.close': (input) => settling.close(input),

    'settings.read': async () => success(rooms.settings.read()),
    'settings.save': (settings) => saveSettings(rooms, settings),

    'upkeep.describe': () => keeping.describe(),
    'upkeep.backUp': () => keeping.backUp(),
    'upkeep.restore': ({ fileName }) => keeping.restore(fileName),
    'upkeep.salvage': ({ fileName }) => keeping.salvage(fileName),
    'upkeep.giveUp': async ({ fileName }) => {
      const givenUp = await keeping.giveUp(fileName)
      journalChanged()
      return givenUp
    },
    'upkeep.verify': () => inTurn(async () => {
      await sealing.caughtUp()
      return await verifyHistory(rooms, tell)
    }),
    'upkeep.countOlder': ({ months }) => countOlder(rooms, months),
    'upkeep.deleteOlder': async (input) => {
      const deleted = await inTurn(() => deleteOlder(rooms, tell, input))
      journalChanged()
      return deleted
    },
    'upkeep.audit': (input) => journal.audit(input),
  }

  return { calls, control: living.control }
}
