import { X509Certificate } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type AddressInfo, type Server } from 'node:net'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { calls } from '#shared/ipc/contract.ts'
import { open } from '../desk/support.ts'
import { makeCertificates } from '../gateway/certificates.ts'

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

it('a page that names a folder or another computer’s share as the server is refused before any question', () => {
  for (const host of ['/tmp/x', '//evil.example/pipe/x', '\\\\evil.example\\pipe\\x', './x']) {
    const input = { address: { host, port: 5432, database: 'team', user: 'anna', authorities: '' }, password: 'made-up' }
    expect(calls['team.test'].input.safeParse(input).success, host).toBe(false)
    expect(calls['team.join'].input.safeParse({ ...input, label: 'Till 1' }).success, host).toBe(false)
  }
})

it('the box names each certificate authority by its digest: otherwise a page could trust any server', async () => {
  const boxes: string[][] = []
  const desk = await open({ system: { confirm: async ({ details }) => { boxes.push([...details]); return false } } })
  const { authority } = makeCertificates()
  for (const authorities of ['', authority]) {
    await desk.refused('team.test', { address: { host: 'db.example', port: 5432, database: 'team', user: 'anna', authorities }, password: 'made-up' })
  }
  expect(boxes[0]).toContain('Certificate authorities: those of this computer')
  expect(boxes[1]!.join('\n')).toContain(new X509Certificate(authority).fingerprint256.toLowerCase())
})

it('the box names every server that the desk may connect to, and a path is refused', async () => {
  const boxes: string[][] = []
  const desk = await open({ system: { confirm: async ({ details }) => { boxes.push([...details]); return false } } })
  const address = { host: 'db.example', port: 5432, database: 'team', user: 'anna', authorities: '' }
  await desk.refused('team.test', { address: { ...address, furtherServers: [{ host: 'other.example', port: 5433 }] }, password: 'made-up' })
  expect(boxes[0]).toEqual(expect.arrayContaining(['Server: db.example, port 5432', 'Server: other.example, port 5433']))
  const input = { address: { ...address, furtherServers: [{ host: '/tmp', port: 5432 }] }, password: 'made-up' }
  expect(calls['team.test'].input.safeParse(input).success).toBe(false)
})

it('a database named by the page is not connected to: a person is asked outside the page', async () => {
  const boxes: string[][] = []
  const desk = await open({ system: { confirm: async ({ details }) => { boxes.push([...details]); return false } } })
  const address = {
    host: '127.0.0.1', port: (server.address() as AddressInfo).port, database: 'team\u2028Merchant: Acme', user: 'anna',
    authorities: '',
  }
  const refusals = [
    await desk.refused('team.test', { address, password: 'made-up' }),
    await desk.refused('team.createSchema', { owner: address, password: 'made-up', members: [], rehearsal: false }),
    await desk.refused('team.join', { address, password: 'made-up', label: 'Till 1' }),
  ]
  expect(refusals).toEqual(Array(3).fill({ code: 'not-confirmed-outside' }))
  expect(connections).toBe(0)
  expect(boxes).toHaveLength(3)
  expect(boxes[0]).toContain('Database: team Merchant: Acme')
  expect(await desk.call('team.describe', null)).toEqual({ state: 'none' })
})
