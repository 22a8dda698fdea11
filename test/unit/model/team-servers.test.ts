import { expect, it } from 'vitest'
import { serversIn, serversOf, serverText } from '#shared/model/team/team-servers.ts'

it('servers are parsed as people write them, and printed so that they can be parsed again', () => {
  const typed = 'db2.example, db3.example:5433 ;[fe80::1]:5434 fe80::2'
  const servers = serversIn(typed)
  expect(servers).toEqual([
    { host: 'db2.example', port: 5_432 }, { host: 'db3.example', port: 5_433 },
    { host: 'fe80::1', port: 5_434 }, { host: 'fe80::2', port: 5_432 },
  ])
  expect(serversIn(servers!.map(serverText).join(', '))).toEqual(servers)
  expect(serversIn(' ')).toEqual([])
})

it('an invalid server, a path, and too many servers are refused', () => {
  for (const typed of ['db:', 'db:port', 'db:0', 'db:70000', '/tmp', '\\\\share\\x', '[a', 'a b c d e f', 'x'.repeat(254)]) {
    expect(serversIn(typed), typed).toBe(null)
  }
})

it('the first server of an address is tried first', () => {
  const further = [{ host: 'b', port: 2 }]
  expect(serversOf({ host: 'a', port: 1, furtherServers: further })).toEqual([{ host: 'a', port: 1 }, ...further])
  expect(serversOf({ host: 'a', port: 1 })).toEqual([{ host: 'a', port: 1 }])
})
