// Quitting while a charge is being sent. The gateway answers only when the test releases the reply.
import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { Page } from 'playwright-core'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { StandInModules } from '../host/host.ts'
import { NO_KEYRING } from '../host/keyring.ts'
import { closeAll, freshFolder, hostMissing, launch, onElectron, type RunningApp } from './support/launch.ts'
import { text } from '../support/texts.ts'

const missing = hostMissing()
if (missing) console.log(`SKIPPED quitting: ${missing}`)
if (onElectron) console.log('SKIPPED the end of the system’s session: only the stand-in can simulate it')

type Answer = { ok: true, value: Record<string, never> } | { ok: false, failure: { code: string } }

const call = async (page: Page, name: string, input: unknown) => {
  const answer = await page.evaluate<Answer>(`gatewayConsole.call['${name}'](${JSON.stringify(input)})`)
  if (!answer.ok) throw new Error(`${name}: ${answer.failure.code}`)
  return answer.value
}

const entryPoint = { kind: 'endpoint', id: '77', currency: 'USD' }
const values = {
  merchantOrderId: 'held-1', cardReference: '1', amount: '10.15', currency: 'USD', orderDescription: 'Held', customerIpAddress: '203.0.113.9',
}

/** Starts a gateway that answers card lookups immediately and a charge only on `release`. */
async function holdingGateway() {
  let release: () => void = () => undefined
  const arrived = Promise.withResolvers<void>()
  const server: Server = createServer((request, response) => {
    request.resume()
    request.on('end', () => {
      response.setHeader('content-type', 'text/html;charset=utf-8')
      if (request.url?.includes('make-rebill') !== true) {
        response.end('type=get-card-info-response\n&card-ref-id=1\n&serial-number=s-1\n')
        return
      }
      release = () => { response.end('type=async-response\n&serial-number=s-2\n&merchant-order-id=held-1\n&gw-order-id=9001\n') }
      arrived.resolve()
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    chargeArrived: arrived.promise,
    release: () => { release() },
    end: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}

describe.skipIf(missing)('quitting while a charge is being sent', () => {
  let gateway: Awaited<ReturnType<typeof holdingGateway>>
  let userData: string
  let app: RunningApp
  let page: Page

  beforeEach(async () => {
    gateway = await holdingGateway()
    userData = freshFolder();
    ({ app, page } = await launch({ userData, env: NO_KEYRING }))
    await page.getByRole('heading', { level: 1 }).waitFor()
    const draft = {
      name: 'Held', environment: 'sandbox', gateway: { kind: 'address', baseUrl: gateway.baseUrl }, productWord: 'gw', login: 'merchant',
      entryPoints: [entryPoint], keyId: null, switches: {},
    }
    const { id } = await call(page, 'profiles.save', { id: null, draft })
    await call(page, 'profiles.storeSecret', { id, secret: 'A-SECRET-OF-THE-TEST' })
    const target = { profileId: id, entryPoint }
    const { intentId } = await call(page, 'payments.review', { ...target, operation: 'recurrent-payment', values, confidential: {} })
    await page.evaluate(`void gatewayConsole.call['payments.submit'](${JSON.stringify({ intentId, reason: null, acceptUnverifiedCard: true })})`)
    await gateway.chargeArrived
  })
  afterEach(async () => {
    gateway.release()
    await closeAll()
    gateway.end()
  })

  /** The state and order id of the charge, from the history of a new start with the same data. */
  async function stateAfterRestart(): Promise<unknown> {
    const again = await launch({ userData, env: NO_KEYRING })
    await again.page.getByRole('heading', { level: 1 }).waitFor()
    const query = { text: '', states: [], operations: ['recurrent-payment'], profileId: null, before: null, limit: 10 }
    const { rows } = await call(again.page, 'history.search', query) as unknown as { rows: { state: string, orderId: string }[] }
    return rows.map(({ state, orderId }) => [state, orderId])
  }

  /** The same, read from the journal's file. */
  function stateKept(): unknown {
    const journal = new DatabaseSync(join(userData, 'journal.sqlite'), { readOnly: true })
    try {
      return journal.prepare('SELECT state, order_id FROM entry WHERE operation = ?').all('recurrent-payment')
        .map(({ state, order_id: orderId }) => [state, orderId])
    } finally {
      journal.close()
    }
  }

  const ways: [string, (modules: StandInModules) => void][] = [
    ['by the menu', ({ Menu }) => { Menu.getApplicationMenu()?.getMenuItemById('quit')?.click() }],
    ['by closing the window', ({ BrowserWindow }) => { BrowserWindow.getAllWindows()[0]?.close() }],
    ['by quitting', ({ app: main }) => { main.quit() }],
    ['by a signal', () => { process.kill(process.pid, 'SIGTERM') }],
  ]

  // On Windows a signal from a process always ends the receiver.
  const waysHere = ways.filter(([way]) => process.platform !== 'win32' || way !== 'by a signal')

  it.each(waysHere)('%s waits visibly for the reply, sends nothing new, and stores it', async (_way, end) => {
    await app.evaluate(end)
    await page.getByText(text('shell.quitWaitsTitle')).waitFor()
    // Quitting again changes nothing.
    await app.evaluate(end)
    expect(await app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().length)).toBe(1)
    const refused = await page.evaluate(`gatewayConsole.call['profiles.list'](null).then(({ value }) =>
      gatewayConsole.call['cards.lookUp']({ profileId: value.profiles.at(-1).profile.id, entryPoint: ${JSON.stringify(entryPoint)}, cardReference: '1' }))`)
    expect(refused).toEqual({ ok: false, failure: { code: 'quitting' } })
    gateway.release()
    expect(await app.exited).toBe(0)
    expect(stateKept()).toEqual([['processing', '9001']])
  })

  it.skipIf(onElectron)('delays the end of the system’s session', async () => {
    const held = await app.evaluate(({ powerMonitor, BrowserWindow }) => {
      const sources = [powerMonitor, BrowserWindow.getAllWindows()[0]!]
      return ['shutdown', 'query-session-end'].map((name, index) => {
        let prevented = false
        sources[index]!.emit(name, { preventDefault: () => { prevented = true } })
        return prevented
      })
    })
    expect(held).toEqual([true, true])
    expect(await app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.getTitle())).toMatch(/^Waiting for the gateway/)
    gateway.release()
    expect(await app.exited).toBe(0)
    expect(await stateAfterRestart()).toEqual([['processing', '9001']])
  })

  it('by a kill leaves the charge unknown; the next start does not send it again', async () => {
    await app.kill()
    expect(await stateAfterRestart()).toEqual([['unknown', null]])
  })
})
