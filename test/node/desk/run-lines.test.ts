/** The audit lines about the run itself: start, end, lock, unlock, refused calls of the bridge. */
import { afterEach, describe, expect, it } from 'vitest'
import { failed } from '#shared/result.ts'
import { silentLog } from '../../../electron/common/processes/log.ts'
import { runLines } from '../../../electron/desk/session/run-lines.ts'
import type { Services } from '../../../electron/desk/services.ts'
import { serveCalls } from '../../../electron/ipc/serve.ts'
import { charge, closeAll, open, type TestDesk } from './support.ts'

afterEach(closeAll)

const trail = async (desk: TestDesk) => (await desk.call('maintenance.audit', { before: null, limit: 200 })).lines
const actions = async (desk: TestDesk) => (await trail(desk)).map(({ action }) => action)
const ofRefusals = async (desk: TestDesk) => (await trail(desk)).filter(({ action }) => action === 'bridge-call-refused')

describe('the audit trail', () => {
  it('has the start and end of the application; a run that was killed has no end', async () => {
    const first = await open()
    expect((await trail(first)).at(-1)).toMatchObject({ action: 'application-started', osUser: 'm.keller', count: null })
    await charge(first)
    await first.control.prepareToQuit()
    await first.control.prepareToQuit()
    expect(await actions(first)).toEqual(['application-ended', 'application-started'])
    expect(await first.call('maintenance.verify', null)).toMatchObject({ firstBreak: null })
    await first.end()
    await (await open({ folder: first.folder })).end()
    const third = await open({ folder: first.folder })
    expect((await actions(third)).filter((action) => action.startsWith('application-')))
      .toEqual(['application-started', 'application-started', 'application-ended', 'application-started'])
  })

  it('has when the vault was locked and unlocked, once each', async () => {
    const desk = await open()
    await desk.call('access.lock', null)
    await desk.call('access.lock', null)
    await desk.call('access.unlock', { proof: null })
    await desk.call('access.unlock', { proof: null })
    expect((await actions(desk)).filter((action) => action.startsWith('vault-'))).toEqual(['vault-unlocked', 'vault-locked'])
    await desk.control.prepareToQuit()
    expect(await desk.call('maintenance.verify', null)).toMatchObject({ firstBreak: null })
  })

  it('has each failed unlock, and why it failed', async () => {
    const written: unknown[] = []
    const lines = runLines(servicesThatKeep(written))
    await lines.locking('by-person')
    await lines.unlocked({ state: 'failed', failure: { code: 'keychain-locked' } })
    await lines.unlocked({ state: 'locked' })
    expect(written).toMatchObject([
      { action: 'vault-locked' }, { action: 'unlock-failed', detail: 'Reason: keychain-locked.' },
      { action: 'unlock-failed', detail: 'It is still locked.' },
    ])
  })

  it('does not prevent quitting or locking if its lines cannot be written', async () => {
    const logged: string[] = []
    const desk = await open({ log: (event) => { logged.push(event) } })
    await desk.endJournal()
    expect(await desk.call('access.lock', null)).toMatchObject({ state: 'locked' })
    await desk.control.prepareToQuit()
    expect(logged.filter((event) => event === 'audit-line-not-written')).toHaveLength(2)
  })

  it('delays the end by at most 700 ms', async () => {
    const logged: string[] = []
    const never = new Promise<never>(() => undefined)
    const services = { ...servicesThatKeep([]), log: (event: string) => { logged.push(event) } }
    await runLines({ ...services, journal: { recordAudit: () => never } } as unknown as Services).ended()
    expect(logged).toEqual(['audit-line-late'])
  })
})

describe('a hostile page with forbidden calls', () => {
  const marked = 'MARKED-BY-THE-TEST'

  it('causes a line for each of its first ten calls and then one per minute with their number, never with its input', async () => {
    const desk = await open()
    const attack = bridgeTo(desk)
    for (let call = 0; call < 10; call += 1) await attack({ text: marked, extra: marked })
    await expect.poll(() => ofRefusals(desk)).toHaveLength(10)
    expect((await ofRefusals(desk))[0]).toMatchObject({
      subject: 'app.copy', detail: 'Its input is not valid for the call.', count: null,
    })
    for (let call = 0; call < 5_000; call += 1) await attack(marked)
    expect(await ofRefusals(desk)).toHaveLength(10)
    await desk.clock.pass(60_000)
    await expect.poll(() => ofRefusals(desk)).toHaveLength(11)
    expect((await ofRefusals(desk))[0]).toMatchObject({ subject: 'Further calls', count: 5_000 })
    expect(JSON.stringify(await trail(desk))).not.toContain(marked)
  })

  it('is distinguished from another sender, and pending counts are written before the end', async () => {
    const desk = await open()
    const attack = bridgeTo(desk, { isSender: false })
    for (let call = 0; call < 12; call += 1) await attack({ text: 'an id' })
    await desk.control.prepareToQuit()
    const lines = await trail(desk)
    expect(lines.slice(0, 2)).toMatchObject([
      { action: 'application-ended' }, { action: 'bridge-call-refused', subject: 'Further calls', count: 2 },
    ])
    expect(lines[2]).toMatchObject({ subject: 'app.copy', detail: 'It did not come from the application\'s own page.' })
    expect(await desk.call('maintenance.verify', null)).toMatchObject({ firstBreak: null })
  })
})

/** Services whose audit trail is a list. */
function servicesThatKeep(written: unknown[]): Services {
  return {
    system: { now: () => 0, description: { osUser: 'm.keller' }, schedule: () => () => undefined },
    settings: { read: () => ({ operatorName: '' }) },
    users: { actor: () => ({ kind: 'os-user' }), administrators: () => [], names: () => [] },
    log: () => undefined,
    journal: {
      async recordAudit(line: unknown) {
        written.push(line)
        return failed({ code: 'journal-unwritable', detail: '' })
      },
    },
  } as unknown as Services
}

/** Calls `app.copy` over the real bridge of the desk. */
function bridgeTo(desk: TestDesk, { isSender } = { isSender: true }) {
  const serve = serveCalls({
    desk: desk.calls, log: silentLog, page: { origin: 'app://bundle', isSender: () => isSender },
    onRefused: (call, reason) => { desk.control.callRefused(call, reason) },
  })
  const event = { sender: null, senderFrame: { origin: 'app://bundle', parent: null } }
  return (input: unknown) => serve('app.copy', event, [input])
}
