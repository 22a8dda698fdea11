/** Inputs for every call across the bridge. */
import type { CallInput, CallName } from '#shared/ipc/contract.ts'
import { startOverPhrase } from '#shared/model/history/start-over.ts'
import type { Environment } from '#shared/model/values/environment.ts'
import type { Planted } from './canaries.ts'

/** What the installation has when the calls are made. */
export interface Known {
  readonly profileId: string
  readonly keyId: string
  readonly entryId: string
  readonly environment: Environment
  /** The address of the profile's gateway. If nothing listens there, every request ends as not sent. */
  readonly baseUrl: string
}

/**
 * One input per call as the contract requires it, in an order in which each has an effect. The type check reports a
 * new call. Every write-only part holds a planted value.
 */
export function everyCall(
  { profileId, keyId, entryId, environment, baseUrl }: Known, planted: Planted,
): { readonly [Name in CallName]: CallInput<Name> } {
  const { cardVerificationValue, controlSecret, passphrase, pem, payload } = planted
  const entryPoint = { kind: 'endpoint' as const, id: '77', currency: 'USD' }
  const target = { profileId, entryPoint } as unknown as { profileId: never, entryPoint: typeof entryPoint }
  const values = {
    merchantOrderId: 'planted-1', cardReference: '1', amount: '10.15', currency: 'USD', orderDescription: 'Planted',
    customerIpAddress: '203.0.113.9',
  }
  const id = { id: profileId } as { id: never }
  const key = { keyId } as { keyId: never }
  const runId = '1f0e6a52-7d7c-4d5e-9b0a-2c4e8f6a1b3d'
  const person = { name: 'Planted person' }
  const nobody = '0123456789abcdef' as never
  const entry = { entryId } as { entryId: never }
  const batchTarget = { ...target, operation: 'recurrent-payment' as const }
  const draftOf = { draftId: 'd'.repeat(32) as never }
  const batch = { batchId: 'b'.repeat(32) as never }
  const statement = { statementId: '0'.repeat(32) }
  const statementResult = { resultId: '0'.repeat(32) }
  const note = { text: 'a note', tags: ['a tag'], followUp: null }
  return {
    'batches.openFile': batchTarget,
    'batches.openDropped': { ...target, operation: 'payout-v4', fileName: 'planted.csv', bytes: plantedPayouts(planted) },
    'batches.openText': { ...batchTarget, text: `cardrefid\n${planted.cardNumber}` },
    'batches.openEntries': { ...batchTarget, entryIds: [entryId as never] },
    'batches.openStatement': { ...target, operation: 'status', resultId: '0'.repeat(32) },
    'batches.draft': draftOf,
    'batches.draftRows': { ...draftOf, show: 'all', from: 0, count: 10 },
    'batches.mapColumns': { ...draftOf, columns: [null], decimals: null, defaults: { orderDescription: planted.cardNumber }, periodLabel: null },
    'batches.editCell': { ...draftOf, row: 0, field: 'cardReference', value: planted.cardNumber },
    'batches.leaveOut': { ...draftOf, rows: [0], out: true },
    'batches.acceptDuplicate': { ...draftOf, row: 0, reason: 'planted' },
    'batches.lookUpCards': draftOf,
    'batches.saveProblems': draftOf,
    'batches.saveTemplate': batchTarget,
    'batches.discard': draftOf,
    'batches.start': { ...draftOf, version: 1 },
    'batches.list': { profileId: target.profileId },
    'batches.paused': null,
    'batches.show': batch,
    'batches.rows': { ...batch, show: 'all', sort: 'line', from: 0, count: 10 },
    'batches.pause': batch,
    'batches.resume': batch,
    'batches.stop': batch,
    'batches.sendRow': { ...batch, row: 0, reason: 'planted' },
    'batches.reopenFile': batch,
    'batches.saveResult': { ...batch, format: 'csv' },
    'app.describe': null,
    'app.copy': { text: 'nothing of importance' },
    'app.badge': { count: 1 },
    'app.checkInstallation': null,
    'app.thirdParty': null,
    'vault.describe': null,
    'profiles.list': null,
    'profiles.choose': id,
    'profiles.save': { ...id, draft: { ...draft(baseUrl, environment), keyId } },
    'certificates.choose': null,
    'certificates.describe': { text: 'planted' },
    'settings.chooseAuditFile': null,
    'profiles.storeSecret': { ...id, secret: controlSecret },
    'profiles.holdSecret': { secret: controlSecret },
    'profiles.storeHeldSecret': { ...id, held: '0'.repeat(32) },
    'profiles.testConnection': id,
    'profiles.differences': id,
    'profiles.confirm': id,
    'profiles.chooseLogo': null,
    'profiles.acceptMissing': null,
    'historyTrust.describe': null,
    'historyTrust.goOn': { reason: 'planted' },
    'historyTrust.endQuestions': null,
    'keys.confirmAddress': { profileId: target.profileId, merchant: 'planted' as never },
    'keys.list': null,
    'keys.generate': { generationId: 'g', name: 'Made', environment, bits: 2048 },
    'keys.cancelGeneration': { generationId: 'g' },
    'keys.importText': { name: 'Twice', environment, pem, passphrase },
    'keys.importFile': { name: 'File', environment, passphrase },
    'keys.publicKey': key,
    'keys.savePublicKey': key,
    'keys.prove': key,
    'keys.lives': null,
    'keys.noteStep': { ...key, step: 'sent' },
    'keys.test': { ...key, profileId: target.profileId, merchant: 'planted' as never },
    'keys.use': { ...key, profiles: [{ profileId: target.profileId, merchant: 'planted' as never }] },
    'keys.backUp': { ...key, passphrase },
    'keys.retire': key,
    'keys.reinstate': key,
    'orders.status': { ...target, serialNumber: null, orderId: null, merchantOrderId: 'planted-1' as never, askAnyway: false },
    'orders.follow': entry,
    'orders.stopFollowing': entry,
    'orders.checkStatus': entry,
    'cards.list': { profileId: target.profileId, text: '1', limit: 20 },
    'cards.page': { profileId: target.profileId, cardReference: '1' as never },
    'today.read': { profileId: target.profileId },
    'alerts.read': { profileId: target.profileId },
    'report.read': { profileId: target.profileId, first: '2026-11-01', last: '2026-11-30', who: null, desk: null, currency: null },
    'report.save': {
      query: { profileId: target.profileId, first: '2026-11-01', last: '2026-11-30', who: null, desk: null, currency: null },
      format: 'csv',
    },
    'cards.lookUp': { ...target, cardReference: '1' },
    'cards.register': { ...target, version: 'v4', values: { merchantOrderId: 'planted-1', orderId: '1' } },
    'payments.proposeOrderId': null,
    'payments.review': { ...target, operation: 'recurrent-payment', values, confidential: { cardVerificationValue } },
    'payments.submit': { intentId: 'none' as never, reason: 'a reason', acceptUnverifiedCard: true },
    'payments.discard': { intentId: 'none' as never },
    'operations.perform': {
      ...target, operation: 'upload-cres-result', values: { merchantOrderId: 'planted-1', orderId: '1' },
      confidential: { challengeResponse: payload },
    },
    'orders.page': { ...target, orderId: null, merchantOrderId: 'planted-1' as never },
    'orders.openReceipt': { ...target, receiptId: 'planted-1' },
    'documents.prepare': { order: { ...target, orderId: null, merchantOrderId: 'planted-1' as never }, wanted: { kind: 'investigation' } },
    'documents.text': { documentId: '0'.repeat(32), language: 'en' },
    'documents.save': { documentId: '0'.repeat(32), language: 'en', format: 'text' },
    'documents.print': { documentId: '0'.repeat(32), language: 'en' },
    'threeDSecure.look': { ...target, orderId: null, merchantOrderId: 'planted-1' as never },
    'threeDSecure.visit': { ...target, orderId: null, merchantOrderId: 'planted-1' as never, values: {} },
    'threeDSecure.endVisit': null,
    'callbacks.check': { profileId: target.profileId, text: `status=approved&orderid=1&comment=${planted.cardNumber}&control=${controlSecret}` },
    'inspector.build': {
      ...target, operation: 'recurrent-payment', values, confidential: { cardVerificationValue },
      signatureMethod: null, nonce: null, timestamp: null,
    },
    'inspector.fromEntry': entry,
    'inspector.diagnose': {
      runId, profileId: target.profileId, isChosen: false, operation: null, entryPoint: null,
      text: pastedRequest(planted),
    },
    'inspector.cancelDiagnosis': { runId },
    'history.search': { text: '', states: [], operations: [], profileId: null, before: null, limit: 200 },
    'history.list': { text: '', states: [], operations: [], profileId: null, view: 'payments', before: null, limit: 200 },
    'history.totals': { totalsId: 't', filter: { text: '', states: [], operations: [], profileId: null } },
    'history.cancelTotals': { totalsId: 't' },
    'history.choices': null,
    'history.chargesAround': entry,
    'history.cardPayments': { ...entry, cardReference: null },
    'history.entry': entry,
    'history.count': { text: '', states: [], operations: [], profileId: null },
    'history.export': {
      exportId: 'e', filter: { text: '', states: [], operations: [], profileId: null }, format: 'json-lines',
    },
    'history.cancelExport': { exportId: 'e' },
    'notes.addToPayment': { ...entry, ...note, text: `called, card ${planted.cardNumber}` },
    'notes.addToCard': { profileId: target.profileId, cardReference: '1' as never, ...note, text: controlSecret },
    'notes.correct': { ...entry, noteId: '0'.repeat(32) as never, ...note },
    'notes.remove': { ...entry, noteId: '0'.repeat(32) as never },
    'notes.finish': { ...entry, noteId: '0'.repeat(32) as never },
    'notes.due': { profileId: target.profileId },
    'reconcile.openFile': { profileId: target.profileId },
    'reconcile.openDropped': { profileId: target.profileId, fileName: 'planted.csv', bytes: plantedStatement(planted) },
    'reconcile.columns': { ...statement, meanings: ['orderId', 'amount'] },
    'reconcile.run': {
      ...statement, profileId: target.profileId, period: { first: '2026-11-01', last: '2026-11-30' },
      reading: { meanings: ['orderId', 'amount'], separator: 'point', dayOrder: 'day-first', currency: 'USD', kinds: {} },
    },
    'reconcile.cancel': statement,
    'reconcile.results': { profileId: target.profileId },
    'reconcile.open': statementResult,
    'reconcile.rows': { ...statementResult, list: 'onlyStatement', from: 0, count: 10 },
    'reconcile.decide': { ...statementResult, place: 0, decision: { kind: 'match', id: 'planted-1', reason: 'a reason' } },
    'reconcile.save': { ...statementResult, format: 'csv' },
    'reconcile.remove': statementResult,
    'resolution.list': null,
    'resolution.close': { ...entry, reason: 'a reason' },
    'resolution.giveUp': { ...entry, reason: 'a reason' },
    'settings.read': null,
    'settings.save': {
      operatorName: 'Anybody', notFoundAfterMinutes: 15, lockAfterMinutes: 1, contentProtection: false, notices: false,
      replaceAfterDays: 30, auditFile: 'keep',
    },
    'maintenance.describe': null,
    'maintenance.backUp': null,
    'maintenance.restore': { fileName: 'none' },
    'maintenance.salvage': { fileName: 'none' },
    'maintenance.giveUp': { fileName: 'none' },
    'maintenance.verify': null,
    'maintenance.headKey': null,
    'maintenance.saveHeadKey': null,
    'maintenance.saveHeads': null,
    'maintenance.countOlder': { months: 12 },
    'maintenance.deleteOlder': { months: 12, entries: 0 },
    'maintenance.countCustomer': { customer },
    'maintenance.eraseCustomer': { customer, entries: 0, staying: 0, reason: 'a reason' },
    'maintenance.audit': { before: null, limit: 200 },
    ...teamInputs({ profileId: target.profileId, ...entry }, passphrase, teamAddress),
    'keys.remove': key,
    'profiles.removeSecret': id,
    'profiles.remove': id,
    'access.describe': null,
    'access.noteActivity': null,
    'access.persons': null,
    'access.savePerson': { ...person, id: null, role: 'operator', passphrase },
    'access.removePerson': { id: nobody },
    'access.prove': { passphrase },
    'access.changePassphrase': { current: passphrase, next: `${passphrase} again` },
    'access.setUp': { ...person, passphrase },
    'access.startOver': { phrase: startOverPhrase },
    'access.lock': null,
    'access.unlock': { proof: { personId: nobody, passphrase } },
  }
}

const customer = { kind: 'email' as const, value: 'planted@example.com', profileId: null }

/** Nothing listens at this address: calls about the team fail before they have any data of it. */
const teamAddress = { host: '127.0.0.1', port: 1, database: 'planted', user: 'planted', authorities: '' }

function teamInputs(
  { profileId, entryId }: { profileId: never; entryId: never }, password: string, address: typeof teamAddress,
) {
  return {
    'team.describe': null,
    'team.test': { address, password },
    'team.chooseClientCertificate': null,
    'team.createSchema': { owner: address, password, members: [{ user: 'planted', role: 'desk' as const }], rehearsal: false },
    'team.join': { address, password, label: 'Planted' },
    'team.connect': null,
    'team.goOn': { reason: 'a reason' },
    'team.invite': null,
    'team.acceptInvitation': null,
    'team.closeCollision': { entryId, reason: 'a reason' },
    'team.order': {
      profileId, entryPoint: { kind: 'endpoint' as const, id: '77', currency: 'USD' }, orderId: null,
      merchantOrderId: 'planted-1' as never,
    },
    'team.openClaims': null,
    'team.adopt': { entryId },
    'team.verify': null,
    'team.cancelVerify': null,
    'team.waitingTime': null,
    'team.setWaitingTime': { minutes: 120, reason: 'a reason' },
    'team.admitDesk': { deskId: '0'.repeat(32) as never, fingerprint: Array(32).fill('ab').join(':'), reason: 'a reason' },
    'team.withdrawAdmission': { deskId: '0'.repeat(32) as never, reason: 'a reason' },
    'team.proposeRemoval': { months: 12, reason: 'a reason' },
    'team.allowAlone': { profileId, minutes: 5, reason: 'a reason' },
    'team.leave': { reason: 'a reason' },
  }
}

/** A wrong request as an integrator pastes it, with every value that must not come back. */
function pastedRequest({ cardNumber, cardVerificationValue, controlSecret, personal }: Planted): string {
  const body = new URLSearchParams({
    client_orderid: 'planted-1', amount: '10.15', currency: 'USD', credit_card_number: cardNumber, cvv2: cardVerificationValue,
    CVC: cardVerificationValue, order_desc: `card ${cardNumber}`, ssn: personal, [cardNumber]: 'a name',
    merchant_control: controlSecret, email: 'planted@example.com', control: 'ab'.repeat(20),
  })
  const text = `77planted-110.15planted@example.com${controlSecret}`
  // The control has no secret, and a search for its mistake takes longer with each value that an operation signs.
  return `curl https://gate.example/gw/api/v2/status/77 -d '${body.toString()}'\ncontrol text: ${text}`
}

/** The draft of a profile with this address. */
export function draft(baseUrl: string, environment: Environment) {
  return {
    name: 'Planted', environment, gateway: { kind: 'address' as const, baseUrl },
    productWord: 'gw', login: 'merchant', entryPoints: [{ kind: 'endpoint' as const, id: '77', currency: 'USD' }],
    keyId: null, switches: {}, timeZone: 'UTC',
  }
}

/** A statement in which a card number, a secret and a cvv are where an id belongs; as base64. */
function plantedStatement({ cardNumber, cardVerificationValue }: Planted): string {
  return btoa(`Order ID,Amount,Note\n${cardNumber},10.15,a note\n1,2.00,${cardVerificationValue}\n`)
}

/** Payouts to an account that a column without a meaning has too; as base64. */
function plantedPayouts({ personal }: Planted): string {
  return btoa(`client_orderid,account_number,amount,currency,Old account\nplanted-1,${personal},10.15,USD,${personal}\n`)
}
