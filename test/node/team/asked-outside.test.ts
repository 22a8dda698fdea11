import { once } from 'node:events'
import { createServer, type AddressInfo, type Server } from 'node:net'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { open } from '../desk/support.ts'

let server: Server
let connections = 0
beforeEach(async () => {
  connections = 0
  server = createServer((socket) => {
    connections += 1
    socket.destroy()
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
})
afterEach(() => { server.close() })

it('a page that names a database of its own is not connected to it: a person is asked outside the page', async () => {
  const asked: string[][] = []
  const desk = await open({ system: { confirm: async ({ details }) => { asked.push([...details]); return false } } })
  const address = {
    host: '127.0.0.1', port: (server.address() as AddressInfo).port, database: 'team\u2028Merchant: Acme', user: 'anna',
    authorities: '',
  }
  const refusals = [
    await desk.refused('team.test', { address, password: 'made-up' }),
    await desk.refused('team.createSchema', { owner: address, password: 'made-up', members: [] }),
    await desk.refused('team.join', { address, password: 'made-up', label: 'Till 1' }),
  ]
  expect(refusals).toEqual(Array(3).fill({ code: 'not-confirmed-outside' }))
  expect(connections).toBe(0)
  expect(asked).toHaveLength(3)
  expect(asked[0]).toContain('Database: team Merchant: Acme')
  expect(await desk.call('team.describe', null)).toEqual({ state: 'none' })
})
