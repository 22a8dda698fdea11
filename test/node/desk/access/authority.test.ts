/**
 * Who may make each call of the bridge, and its requirements. The table is the decision: a call without an entry
 * does not compile.
 */
import { describe, expect, it } from 'vitest'
import type { ProfileId } from '#shared/brands.ts'
import { calls, type CallName, type Desk } from '#shared/ipc/contract.ts'
import type { Lookup } from '#shared/ipc/authority.ts'
import type { Person } from '#shared/model/application/access.ts'
import { profileSchema, type Profile } from '#shared/model/profiles/profile.ts'
import { defaultSettings } from '#shared/model/application/settings.ts'
import type { Failure } from '#shared/model/answers/failure.ts'
import { success, type Result } from '#shared/result.ts'
import { createCanaries } from '../../../support/canary/canaries.ts'
import { draft, everyCall } from '../../../support/canary/every-call.ts'
import { unattendedSystem } from '../../../support/fixtures/system.ts'
import { createDeskLock, guarded } from '../../../../electron/desk/access/index.ts'
import type { OutsideQuestion, Services } from '../../../../electron/desk/services.ts'
import { serveCalls } from '../../../../electron/ipc/serve.ts'

/**
 * For a desk with a production profile: who may call (`a`nybody, also locked; `p`erson; administrator, `A`),
 * whether the call needs a new `proof`, and a `box` before it runs (`itself`: during it).
 */
type Expected = readonly [who: 'a' | 'p' | 'A', ...asks: ('proof' | 'box' | 'itself')[]]

const table: { readonly [Name in CallName]: Expected } = {
  'app.describe': ['a'], 'app.copy': ['p'], 'app.badge': ['p'], 'app.checkInstallation': ['a'], 'app.thirdParty': ['a'], 'vault.describe': ['p'],
  'access.describe': ['a'], 'access.setUp': ['p', 'itself'], 'access.lock': ['a'], 'access.unlock': ['a'], 'access.prove': ['p'],
  'access.startOver': ['a', 'itself'], 'access.changePassphrase': ['p'], 'access.persons': ['p'],
  'access.savePerson': ['A', 'proof', 'box'], 'access.removePerson': ['A', 'proof', 'box'], 'access.noteActivity': ['p'],
  'profiles.list': ['p'], 'profiles.choose': ['p'], 'profiles.save': ['A', 'proof', 'box'], 'certificates.choose': ['A'], 'certificates.describe': ['p'],
  'profiles.chooseLogo': ['A'], 'profiles.differences': ['p'], 'profiles.confirm': ['A', 'proof', 'box'], 'profiles.acceptMissing': ['A', 'proof', 'box'], 'profiles.remove': ['A', 'proof'],
  'profiles.storeSecret': ['A', 'proof'], 'profiles.holdSecret': ['A'], 'profiles.storeHeldSecret': ['A', 'proof'], 'profiles.removeSecret': ['A', 'proof'], 'profiles.testConnection': ['p'],
  'keys.list': ['p'], 'keys.lives': ['p'], 'keys.generate': ['A', 'proof'], 'keys.cancelGeneration': ['A'],
  'keys.importText': ['A', 'proof'], 'keys.importFile': ['A', 'proof'], 'keys.publicKey': ['p'], 'keys.savePublicKey': ['p'],
  'keys.noteStep': ['A'], 'keys.prove': ['p'], 'keys.test': ['A', 'proof'], 'keys.use': ['A', 'proof'],
  'keys.confirmAddress': ['A', 'proof'], 'keys.backUp': ['A', 'proof'], 'keys.retire': ['A', 'proof'],
  'keys.reinstate': ['A', 'proof'], 'keys.remove': ['A', 'proof'],
  'orders.status': ['p'], 'orders.follow': ['p'], 'orders.stopFollowing': ['p'], 'orders.checkStatus': ['p'], 'orders.page': ['p'],
  'orders.openReceipt': ['p'], 'documents.prepare': ['p'], 'documents.text': ['p'], 'documents.save': ['p'], 'documents.print': ['p'],
  'cards.list': ['p'], 'cards.page': ['p'], 'today.read': ['p'], 'alerts.read': ['p'], 'report.read': ['p'],
  'report.save': ['p'],
  'reconcile.openFile': ['p'], 'reconcile.openDropped': ['p'], 'reconcile.columns': ['p'], 'reconcile.run': ['p'], 'reconcile.cancel': ['p'],
  'reconcile.results': ['p'], 'reconcile.open': ['p'], 'reconcile.rows': ['p'], 'reconcile.decide': ['p'], 'reconcile.save': ['p'],
  'reconcile.remove': ['p'],
  'notes.addToPayment': ['p'], 'notes.addToCard': ['p'], 'notes.correct': ['p'], 'notes.remove': ['p'], 'notes.finish': ['p'], 'notes.due': ['p'],
  'cards.lookUp': ['p'], 'cards.register': ['p'], 'payments.proposeOrderId': ['p'], 'payments.review': ['p'],
  'payments.submit': ['p', 'proof', 'itself'], 'payments.discard': ['p'], 'operations.perform': ['p'],
  'batches.openFile': ['p'], 'batches.openDropped': ['p'], 'batches.openText': ['p'], 'batches.openEntries': ['p'], 'batches.openStatement': ['p'], 'batches.draft': ['p'],
  'batches.draftRows': ['p'], 'batches.mapColumns': ['p'], 'batches.editCell': ['p'], 'batches.leaveOut': ['p'],
  'batches.acceptDuplicate': ['p'], 'batches.lookUpCards': ['p'], 'batches.saveProblems': ['p'], 'batches.saveTemplate': ['p'],
  'batches.discard': ['p'], 'batches.start': ['p', 'proof', 'itself'], 'batches.list': ['p'], 'batches.paused': ['p'], 'batches.show': ['p'],
  'batches.rows': ['p'], 'batches.pause': ['p'], 'batches.resume': ['p', 'proof', 'itself'], 'batches.stop': ['p'],
  'batches.sendRow': ['p', 'proof', 'itself'], 'batches.reopenFile': ['p'], 'batches.saveResult': ['p'],
  'threeDSecure.look': ['p'], 'threeDSecure.visit': ['p'], 'threeDSecure.endVisit': ['p'], 'callbacks.check': ['p'],
  'inspector.build': ['p'], 'inspector.fromEntry': ['p'], 'inspector.diagnose': ['p'], 'inspector.cancelDiagnosis': ['p'],
  'history.search': ['p'], 'history.list': ['p'], 'history.entry': ['p'], 'history.count': ['p'], 'history.totals': ['p'],
  'history.cancelTotals': ['p'], 'history.choices': ['p'], 'history.cardPayments': ['p'],
  'history.chargesAround': ['p'], 'history.export': ['p'],
  'history.cancelExport': ['p'], 'resolution.list': ['p'], 'resolution.close': ['p', 'proof', 'box'], 'resolution.giveUp': ['A', 'proof', 'box'],
  'settings.read': ['p'], 'settings.chooseAuditFile': ['A'], 'settings.save': ['A', 'proof', 'box'],
  'maintenance.describe': ['p'], 'maintenance.backUp': ['p'], 'maintenance.restore': ['A', 'proof', 'box'],
  'maintenance.salvage': ['A'], 'maintenance.giveUp': ['A', 'proof', 'box'], 'maintenance.verify': ['p'],
  'maintenance.headKey': ['p'], 'maintenance.saveHeadKey': ['p'], 'maintenance.saveHeads': ['p'], 'maintenance.countOlder': ['p'],
  'maintenance.deleteOlder': ['A', 'proof', 'box'], 'maintenance.countCustomer': ['p'], 'maintenance.eraseCustomer': ['A', 'proof', 'box'], 'maintenance.audit': ['p'],
  'historyTrust.describe': ['p'], 'historyTrust.goOn': ['A', 'proof', 'box'], 'historyTrust.endQuestions': ['A', 'proof', 'box'],
  'team.describe': ['p'], 'team.test': ['A', 'itself'],
  'team.chooseClientCertificate': ['A'],
  'team.createSchema': ['A', 'proof', 'itself'], 'team.join': ['A', 'proof', 'itself'], 'team.leave': ['A', 'proof', 'box'],
  'team.connect': ['p'], 'team.goOn': ['A', 'proof', 'box'], 'team.invite': ['A'], 'team.acceptInvitation': ['A'],
  'team.order': ['p'], 'team.openClaims': ['p'], 'team.adopt': ['p'],
  'team.closeCollision': ['A', 'proof', 'box'], 'team.verify': ['p'], 'team.cancelVerify': ['p'],
  'team.admitDesk': ['A', 'proof', 'box'], 'team.withdrawAdmission': ['A', 'proof'],
  'team.waitingTime': ['p'], 'team.setWaitingTime': ['A', 'proof', 'box'],
  'team.proposeRemoval': ['A', 'proof', 'box'], 'team.allowAlone': ['A', 'proof', 'box'],
}

const names = Object.keys(calls) as CallName[]
const production: Profile = profileSchema.parse({ ...draft('https://gate.example', 'production'), id: 'p' })
const inputs = {
  ...everyCall({ profileId: 'p', keyId: 'k', entryId: 'e', environment: 'production', baseUrl: 'https://gate.example' }, createCanaries()),
  'profiles.save': { id: 'p' as ProfileId, draft: { ...production, login: 'another' } },
}
const ada: Person = { id: 'a'.repeat(16) as never, name: 'Ada', role: 'administrator' }
const otto: Person = { id: 'b'.repeat(16) as never, name: 'Otto', role: 'operator' }

/** The guard before calls that only record their name. */
function guardedDesk({ person, provenAt = 0, answer = false }: {
  person: Person | null
  provenAt?: number
  answer?: boolean
}) {
  const done: CallName[] = []
  const questions: OutsideQuestion[] = []
  const clock = { now: () => 0, monotonic: () => 0 }
  const system: Services['system'] = {
    ...unattendedSystem(['production'], { now: () => 0, schedule: () => () => undefined }),
    confirm: async (question) => { questions.push(question); return answer },
  }
  const deskLock = createDeskLock(clock)
  deskLock.knowPersons([ada, otto])
  deskLock.become(person === null ? { kind: 'locked', isProtected: true } : { kind: 'unlocked', person, provenAt })
  const settings = { isTrusted: () => true, read: () => ({ ...defaultSettings, notFoundAfterMinutes: 120, auditFile: '/var/log/x.jsonl' }) }
  const profiles = { get: () => production, list: () => [production] }
  const services = {
    system, users: deskLock, settings, profiles, auditFileChoice: { pathOf: () => null },
    newest: { missing: async () => [] },
    vault: { listKeys: async () => success([]) }, journal: { entry: async () => success(null) },
  } as unknown as Services
  const lookup: Lookup = {
    profile: () => production, reviewed: () => ({ then: production, now: production }), hasProduction: async () => true,
    isReal: async () => true, asksGatewayFirst: () => false, settings: services.settings.read,
    person: (id) => deskLock.person(id), draft: () => production, batch: async () => production,
  }
  const desk = Object.fromEntries(names.map((name) => [name, async () => {
    done.push(name)
    return success(null)
  }])) as unknown as Desk
  const guard = guarded(desk, {
    deskLock, services, lookup, known: async () => undefined, lacksProtection: async () => false,
  })
  const codeOf = async (name: CallName): Promise<string> => {
    const result = await (guard[name] as (input: unknown) => Promise<Result<unknown, Failure>>)(inputs[name])
    return result.ok ? 'done' : result.failure.code
  }
  return { codeOf, done, questions, guard }
}

const stale = -6 * 60_000

describe.each(names.map((name) => [name, ...table[name]] as const))('%s', (name, who, ...asks) => {
  it('is answered on a locked desk only if the table allows it', async () => {
    expect(await guardedDesk({ person: null }).codeOf(name)).toBe(who === 'a' ? 'done' : 'desk-locked')
  })

  it('is refused to an operator if it needs an administrator', async () => {
    expect(await guardedDesk({ person: otto, answer: true }).codeOf(name)).toBe(who === 'A' ? 'administrator-needed' : 'done')
  })

  it('is refused with an old proof if it needs a new one', async () => {
    const { codeOf, questions } = guardedDesk({ person: ada, provenAt: stale, answer: true })
    expect(await codeOf(name)).toBe(asks.includes('proof') ? 'proof-needed' : 'done')
    // No box is shown for a call that is refused anyway.
    if (asks.includes('proof')) expect(questions).toEqual([])
  })

  it('has no effect without a confirmation in the message box, if it has one', async () => {
    const refused = guardedDesk({ person: ada })
    expect(await refused.codeOf(name)).toBe(asks.includes('box') ? 'not-confirmed-outside' : 'done')
    const confirmed = guardedDesk({ person: ada, answer: true })
    expect(await confirmed.codeOf(name)).toBe('done')
    expect(confirmed.questions).toHaveLength(asks.includes('box') ? 1 : 0)
    expect(calls[name].authority.box.kind).toBe(asks.includes('box') ? 'first' : asks.includes('itself') ? 'itself' : 'never')
  })
})

it('is not answered to a frame that is not the page', async () => {
  const { guard, done } = guardedDesk({ person: ada, answer: true })
  const log = { info: () => undefined, warn: () => undefined, error: () => undefined }
  const serve = serveCalls({ desk: guard, page: { origin: 'app://bundle', isSender: () => true }, log })
  for (const frame of [{ origin: 'app://bundle', parent: {} }, { origin: 'https://evil.example', parent: null }, null]) {
    for (const name of names) {
      expect(await serve(name, { sender: {}, senderFrame: frame }, [inputs[name]]), name)
        .toEqual({ ok: false, failure: { code: 'bridge-refused' } })
    }
  }
  expect(done).toEqual([])
})
