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
import { proposeMerchantOrderId, reviewPayment } from './payments.ts'
import { diagnoses } from './diagnose.ts'
import { operationSender as makeSender } from './send-operation.ts'
import { exporter } from './export.ts'
import { followers } from './follow.ts'
import { inspectEntry } from './inspect-entry.ts'
import { inspectForm } from './inspector.ts'
import { investigate, saveInvestigation } from './investigate.ts'
import { intents } from './intents.ts'
import { confirmKeyAddress } from './key-addresses.ts'
import { importKeyFile, importKeyText, makeKey, removeKey, savePublicKey } from './keys.ts'
import { lifecycle } from './lifecycle.ts'
import { mutex } from './mutex.ts'
import { performOperation } from './operations.ts'
import { allowRemoving, allowSaving } from './open-outcomes.ts'
import { orderPage } from './order-page.ts'
import { lookUpOrder } from './orders.ts'
import { targetFinder } from './target.ts'
import {
  chooseAuthoritiesFile, listProfiles, removeProfile, removeSecret, saveProfile, storeSecret,
} from './profiles.ts'
import { openReceipt } from './receipt.ts'
import { countOlder, deleteOlder } from './retention.ts'
import type { DeskControl, Services, Emit } from './services.ts'
import { runLines } from './run-lines.ts'
import { sealer } from './sealing.ts'
import { saveSettings } from './settings.ts'
import { checkStatus } from './check-status.ts'
import { resolution as makeResolution } from './resolution.ts'
import { signer } from './sign.ts'
import { submitPayment } from './submit-payment.ts'
import { threeDSecureSteps } from './three-d-secure.ts'
import { testConnection } from './test-connection.ts'
import { verifyHistory } from './verify.ts'

/** Wires the desk to its modules. `emit` sends events to the page. */
export function createDesk(services: Services, emit: Emit): { readonly calls: Desk; readonly control: DeskControl } {
  const sealing = sealer(services, (link) => { void keeping.endIsMissing(link) })
  services.journal.whenLinked(() => { sealing.soon() })
  const builtIn = builtInGateway(services)
  const adoption = makeAdoption(services, () => { emit('profiles.changed', null) })
  const findTarget = targetFinder(services, builtIn, adoption)
  const timing = ages(services)
  const sender = makeSender(services, signer(services, builtIn), timing, journalChanged)
  const following = followers(services, sender, findTarget, emit, journalChanged)
  const check = (entryId: EntryId) => checkStatus(services, sender, findTarget, following, entryId, journalChanged)
  const resolution = makeResolution(services, timing, check, emit, journalChanged)
  const waiting = intents(services)
  const diagnosing = diagnoses(services, builtIn, emit)
  const steps = threeDSecureSteps(services, sender, findTarget)
  const inTurn = mutex()
  const keeping = backups(services, inTurn, sealing, {
    entriesCame: () => { living.entriesCame() }, warned: () => { emit('maintenance.warned', null) },
  })
  const exports = exporter(services, emit, inTurn)
  const living = lifecycle(services, {
    builtIn, adoption, sender, following, resolution, sealing, keeping, exports, lines: runLines(services), emit,
    journalChanged,
  })
  const { vault, profiles, journal, system } = services

  function journalChanged(): void {
    void journal.countNeedingAttention().then((count) => {
      if (count.ok) emit('journal.changed', { needingAttention: count.value })
    })
    void resolution.plans.look()
  }

  /** Tells the page after a call that succeeded in changing profiles, keys or secrets. */
  async function changing<Answer extends { readonly ok: boolean }>(work: Promise<Answer>): Promise<Answer> {
    const answer = await work
    if (answer.ok) {
      emit('profiles.changed', null)
      await living.vaultChanged()
      resolution.plans.takeUpStuck()
    }
    return answer
  }

  const calls: Desk = {
    'app.describe': async () => success(system.description),
    'app.copy': async ({ text }) => {
      await system.copyText(text)
      return success(null)
    },
    'app.checkInstallation': async () => success(await system.checkInstallation()),

    'vault.describe': async () => success(await living.vaultState()),
    'vault.lock': async () => success(await living.lock()),
    'vault.unlock': async () => success(await living.unlock()),

    'profiles.list': async () => success(await listProfiles(services, builtIn, adoption)),
    'profiles.choose': async ({ id }) => {
      const chosen = profiles.choose(id)
      if (!chosen.ok) return chosen
      await living.readyActiveProfile()
      emit('profiles.changed', null)
      return success(await listProfiles(services, builtIn, adoption))
    },
    'profiles.differences': ({ id }) => profileDifferences(services, id),
    'profiles.confirm': ({ id }) => changing(confirmProfile(services, id)),
    'profiles.save': async ({ openOutcomes, ...input }) => {
      const allowed = await allowSaving(services, input.id, input.draft, openOutcomes ?? null)
      return allowed.ok ? await changing(saveProfile(services, builtIn, input)) : allowed
    },
    'profiles.remove': async ({ id, reason }) => {
      const allowed = await allowRemoving(services, id, reason ?? null)
      return allowed.ok ? await changing(removeProfile(services, id)) : allowed
    },
    'profiles.storeSecret': (input) => changing(storeSecret(services, input)),
    'profiles.removeSecret': ({ id }) => changing(removeSecret(services, id)),
    'profiles.chooseAuthoritiesFile': () => chooseAuthoritiesFile(services),
    'profiles.testConnection': ({ id }) => testConnection(services, sender, findTarget, id),

    'keys.list': () => vault.listKeys(),
    'keys.generate': (input) => changing(makeKey(services, input)),
    'keys.cancelGeneration': (input) => vault.cancelGeneration(input),
    'keys.importText': (input) => changing(importKeyText(services, input)),
    'keys.importFile': (input) => changing(importKeyFile(services, input)),
    'keys.publicKey': (input) => vault.exportPublicKey(input),
    'keys.savePublicKey': ({ keyId }) => savePublicKey(services, keyId),
    'keys.prove': (input) => vault.provePair(input),
    'keys.confirmAddress': (input) => changing(confirmKeyAddress(services, input)),
    'keys.remove': ({ keyId }) => changing(removeKey(services, keyId)),

    'orders.status': (input) => lookUpOrder(services, sender, findTarget, resolution, input),
    'orders.follow': ({ entryId }) => following.follow(entryId),
    'orders.stopFollowing': async ({ entryId }) => {
      following.stop(entryId)
      return success(null)
    },
    'orders.checkStatus': ({ entryId }) => resolution.check(entryId),

    'orders.page': (input) => orderPage(services, input),
    'orders.openReceipt': (input) => openReceipt(services, findTarget, input),
    'orders.investigate': (input) => investigate(services, input),
    'orders.saveInvestigation': (input) => saveInvestigation(services, input),

    'cards.lookUp': (input) => lookUpCard(sender, findTarget, input),
    'cards.register': (input) => registerCard(sender, findTarget, input),

    'payments.proposeOrderId': async () => success({ merchantOrderId: proposeMerchantOrderId(services) }),
    'payments.review': (input) => reviewPayment(services, timing, sender, findTarget, waiting, input),
    'payments.submit': (input) => submitPayment(services, timing, sender, findTarget, waiting, following, input),
    'payments.discard': async ({ intentId }) => {
      if (waiting.look(intentId).ok) waiting.finish(intentId)
      return success(null)
    },

    'operations.perform': (input) => performOperation(sender, findTarget, input),

    'threeDSecure.look': (input) => steps.look(input),
    'threeDSecure.visit': (input) => steps.visit(input),
    'threeDSecure.endVisit': async () => {
      services.issuerPages.end()
      return success(null)
    },

    'callbacks.check': (input) => checkCallback(services, builtIn, resolution, input),

    'inspector.build': (input) => inspectForm(services, builtIn, findTarget, input),
    'inspector.fromEntry': ({ entryId }) => inspectEntry(services, entryId),
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

    'resolution.list': () => resolution.list(),
    'resolution.askAgain': ({ entryId }) => resolution.askAgain(entryId),
    'resolution.close': (input) => resolution.close(input),

    'settings.read': async () => success(services.settings.read()),
    'settings.save': (settings) => saveSettings(services, settings),

    'maintenance.describe': () => keeping.describe(),
    'maintenance.backUp': () => keeping.backUp(),
    'maintenance.restore': ({ fileName }) => keeping.restore(fileName),
    'maintenance.salvage': ({ fileName }) => keeping.salvage(fileName),
    'maintenance.giveUp': async ({ fileName }) => {
      const givenUp = await keeping.giveUp(fileName)
      journalChanged()
      return givenUp
    },
    'maintenance.verify': () => inTurn(async () => {
      await sealing.caughtUp()
      return await verifyHistory(services, emit)
    }),
    'maintenance.countOlder': ({ months }) => countOlder(services, months),
    'maintenance.deleteOlder': async (input) => {
      const deleted = await inTurn(() => deleteOlder(services, emit, input))
      journalChanged()
      return deleted
    },
    'maintenance.audit': (input) => journal.audit(input),
  }

  return { calls, control: living.control }
}
