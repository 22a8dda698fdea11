/** One desk for all faults; only its client is created again for each. */
import { generateKeyPairSync, randomBytes } from 'node:crypto'
import { expect } from 'vitest'
import type { ProfileId } from '#shared/brands.ts'
import type { ParsedInput } from '#shared/ipc/contract.ts'
import type { Answer } from '#shared/model/answers/answer.ts'
import { merchantKeyAt } from '#shared/model/profiles/merchant.ts'
import { builtInProfile } from '../../../electron/main/installation/built-in-profile.ts'
import { createGatewayClient } from '../../../electron/gateway/client.ts'
import type { GatewayPort } from '../../../electron/gateway/port.ts'
import { chargeForm, endpoint, open, type TestDesk } from '../desk/support.ts'
import { operationOf, type Column, type FaultId } from './matrix.ts'
import { stage, type Setting } from './settings.ts'

interface Seen {
  readonly answer: Answer
  /** Connections that the gateway accepted for this request. */
  readonly connections: number
  /** Those of them on which part of the request arrived. */
  readonly requests: number
  /** Connections that the proxy accepted for it. */
  readonly asked: number
}

export interface FaultDesk {
  readonly desk: TestDesk
  /** Acts as a person would in one column of the matrix during the fault. */
  perform(id: FaultId, column: Column): Promise<Seen>
}

type Counts = Omit<Seen, 'answer'>

/** Opens the desk with a profile whose address changes from fault to fault. */
export async function openFaultDesk(): Promise<FaultDesk> {
  let send: GatewayPort['send'] = () => { throw new Error('nothing is sent between two faults') }
  const desk = await open({
    gateway: {
      send: (request) => send(request),
      describeNetwork: async () => { throw new Error('nobody asks here') },
      close: async () => undefined,
    },
  })
  // The built-in gateway's key would count as a second one.
  for (const { id: keyId } of await desk.call('keys.list', null)) await desk.call('keys.remove', { keyId })
  const sandbox = await profileWithKey(desk, 'sandbox')
  const staging = await profileWithKey(desk, 'staging')

  /** Staging requires https, so gateways without it belong to a sandbox profile. */
  async function moveTo(baseUrl: string): Promise<ProfileId> {
    const profileId = baseUrl.startsWith('https:') ? staging : sandbox
    const { profiles } = await desk.call('profiles.list', null)
    const { id, ...draft } = profiles.find(({ profile }) => profile.id === profileId)!.profile
    await desk.call('profiles.save', {
      id, draft: { ...draft, gateway: { kind: 'address', baseUrl } },
      openOutcomes: { reason: 'another gateway', sameMerchant: false },
    })
    // Both belong to the address before: a person enters the secret again and confirms the key.
    await desk.call('profiles.storeSecret', { id, secret: desk.secret })
    const merchant = merchantKeyAt(baseUrl, draft.productWord, draft.login)!
    await desk.call('keys.confirmAddress', { profileId, merchant })
    return profileId
  }

  return {
    desk,
    async perform(id, column) {
      const setting = await stage(id)
      const profileId = await moveTo(setting.baseUrl)
      const sender = sendingIn(setting, operationOf[column])
      send = sender.send
      try {
        const answer = await actions[column](desk, profileId)
        await setting.end()
        return { answer, ...sender.since() }
      } finally {
        await setting.end()
      }
    },
  }
}

/** The real client for a setting, and what the servers received since the operation was sent. */
function sendingIn(setting: Setting, operation: string) {
  const make = () => createGatewayClient({ resolveProxy: async () => 'DIRECT', userAgent: 'test', ...setting.client })
  const counts = (): Counts => ({
    connections: setting.gateway?.connections() ?? 0, requests: setting.gateway?.begun() ?? 0,
    asked: setting.proxy?.connections() ?? 0,
  })
  const client = make()
  let before = counts()
  let sends = 0
  const send: GatewayPort['send'] = async (request) => {
    if (request.operation === operation) {
      before = counts()
      sends += 1
    }
    const one = setting.fresh ? make() : client
    if (setting.closed) await one.close()
    return await one.send(request)
  }
  const since = (): Counts => {
    expect(sends, 'the desk asks its client to send it').toBe(1)
    const now = counts()
    return {
      connections: now.connections - before.connections, requests: now.requests - before.requests,
      asked: now.asked - before.asked,
    }
  }
  return { send, since }
}

/** Its address is changed before anything is sent. */
async function profileWithKey(desk: TestDesk, environment: 'sandbox' | 'staging'): Promise<ProfileId> {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const pem = privateKey.export({ type: 'pkcs8', format: 'pem' }) as string
  const key = await desk.call('keys.importText', { name: environment, environment, pem })
  const baseUrl = environment === 'sandbox' ? 'http://127.0.0.1:9' : 'https://gateway.invalid'
  const draft = {
    ...builtInProfile, name: `Strange gateway, ${environment}`, environment, keyId: key.id,
    gateway: { kind: 'address', baseUrl } as const,
  }
  return (await desk.call('profiles.save', { id: null, draft })).id
}

const newOrderId = () => `test-${randomBytes(5).toString('hex')}`

const actions: { readonly [Name in Column]: (desk: TestDesk, profileId: ProfileId) => Promise<Answer> } = {
  moves: (desk, profileId) => payment(desk, { ...chargeForm(desk), profileId }),
  movesV4: (desk, profileId) => payment(desk, {
    profileId, entryPoint: endpoint, operation: 'transfer-v4',
    values: {
      merchantOrderId: newOrderId(), orderDescription: 'Winnings', amount: '10.15', currency: 'USD',
      customerIpAddress: '203.0.113.9', cardHolder: 'TEST HOLDER', expireMonth: '12', expireYear: '39',
    },
    confidential: { cardNumber: '4111111111111111', cardVerificationValue: '111', destinationCardNumber: '5500005555555559' },
  }),
  reads: async (desk, profileId) => (await desk.call('orders.status', {
    profileId, entryPoint: endpoint, serialNumber: null, orderId: null, merchantOrderId: 'order-1' as never, askAnyway: false,
  })).answer,
  readsV4: (desk, profileId) => desk.call('operations.perform', {
    profileId, entryPoint: endpoint, operation: 'status-v4', values: { merchantOrderId: 'order-1' }, confidential: {},
  }),
}

async function payment(desk: TestDesk, form: ParsedInput<'payments.review'>): Promise<Answer> {
  const review = await desk.call('payments.review', form)
  return await desk.call('payments.submit', { intentId: review.intentId, reason: 'as agreed', acceptUnverifiedCard: true })
}
