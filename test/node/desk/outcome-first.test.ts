/** The vault hangs or is killed right after a request: the outcome is in the journal before the vault is called. */
import { generateKeyPairSync, randomBytes } from 'node:crypto'
import { afterEach, describe, expect, it, onTestFinished } from 'vitest'
import type { ParsedInput } from '#shared/ipc/contract.ts'
import { createGatewayClient } from '../../../electron/gateway/client.ts'
import type { GatewayPort } from '../../../electron/gateway/port.ts'
import { answering, reply, startServer } from '../gateway/servers.ts'
import { closeAll, endpoint, open, type TestDesk } from './support.ts'

afterEach(closeAll)

const everything = { text: '', states: [], operations: [], profileId: null, before: null, limit: 50 }

/** A transfer whose signature the gateway refuses, and a vault that gets a signal as soon as the reply arrives. */
async function refusedTransfer(signal: NodeJS.Signals): Promise<{ desk: TestDesk; form: ParsedInput<'payments.review'> }> {
  const real = createGatewayClient({ resolveProxy: async () => 'DIRECT', userAgent: 'test' })
  const gateway: GatewayPort = {
    ...real,
    async send(request) {
      const report = await real.send(request)
      desk.vault.child().kill(signal)
      return report
    },
  }
  const desk = await open({ gateway, vaultProcess: true })
  const server = await startServer(answering(reply(403, '<h1>Access is denied</h1>')))
  onTestFinished(() => server.close())
  const profileId = await desk.addProfile('sandbox', 'Refuses')
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const pem = privateKey.export({ type: 'pkcs8', format: 'pem' }) as string
  const key = await desk.call('keys.importText', { name: 'Sandbox', environment: 'sandbox', pem })
  const { profiles } = await desk.call('profiles.list', null)
  const { id, ...draft } = profiles.find(({ profile }) => profile.id === profileId)!.profile
  const address = { kind: 'address', baseUrl: `http://127.0.0.1:${server.port}` } as const
  await desk.call('profiles.save', { id, draft: { ...draft, keyId: key.id, gateway: address } })
  return {
    desk,
    form: {
      profileId, entryPoint: endpoint, operation: 'transfer-v4',
      values: {
        merchantOrderId: `test-${randomBytes(5).toString('hex')}`, orderDescription: 'Winnings', amount: '10.15',
        currency: 'USD', customerIpAddress: '203.0.113.9', cardHolder: 'TEST HOLDER', expireMonth: '12', expireYear: '39',
      },
      confidential: { cardNumber: '4111111111111111', cardVerificationValue: '111', destinationCardNumber: '5500005555555559' },
    },
  }
}

async function stateOf(desk: TestDesk): Promise<string | undefined> {
  const { rows } = await desk.call('history.search', { ...everything, operations: ['transfer-v4'] })
  return rows[0]?.state
}

describe('a refusal that arrived while the vault', () => {
  it('hangs is in the journal immediately, and survives an end of the application', async () => {
    const { desk, form } = await refusedTransfer('SIGSTOP')
    const { intentId } = await desk.call('payments.review', form)
    const submitted = desk.call('payments.submit', { intentId, reason: 'as agreed', acceptUnverifiedCard: true })
    // The clock of the desk is stopped: everything that waits for the vault keeps waiting.
    await expect.poll(() => stateOf(desk)).toBe('access-denied')
    expect(desk.control.sending()).toBeNull()
    await desk.clock.pass(2_000)
    expect(await submitted).toMatchObject({ outcome: { kind: 'access-denied' }, money: 'not-moved', hints: ['check-key-and-clock'] })

    await desk.end()
    const next = await open({ folder: desk.folder })
    expect(await stateOf(next)).toBe('access-denied')
  })

  it('is killed is recorded, and reported', async () => {
    const { desk, form } = await refusedTransfer('SIGKILL')
    const { intentId } = await desk.call('payments.review', form)
    const answer = await desk.call('payments.submit', { intentId, reason: 'as agreed', acceptUnverifiedCard: true })
    expect(answer).toMatchObject({ outcome: { kind: 'access-denied' }, money: 'not-moved' })
    expect(await stateOf(desk)).toBe('access-denied')
  })
})
