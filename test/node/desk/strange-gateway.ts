/** The test's own gateway, which replies as a real one should not. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'
import type { ProfileId } from '#shared/brands.ts'
import type { TestDesk } from './support.ts'

/**
 * A profile at a gateway with given replies: a text, later by calling `answer`, or null, which breaks the
 * connection. Each reply has the `headers`.
 */
export async function profileAt(
  desk: TestDesk,
  answers: (path: string, form: URLSearchParams, answer: (body: string) => void) => string | null | undefined,
  headers: Readonly<Record<string, string>> = {},
): Promise<ProfileId> {
  const server = createServer((request, response) => {
    for (const [name, value] of Object.entries(headers)) response.setHeader(name, value)
    let body = ''
    request.setEncoding('utf8').on('data', (part: string) => { body += part }).on('end', () => {
      const emitted = answers(request.url ?? '', new URLSearchParams(body), (late) => { response.end(late) })
      if (emitted === null) response.destroy()
      else if (emitted !== undefined) response.end(emitted)
    })
  })
  onTestFinished(() => { server.closeAllConnections() })
  onTestFinished(() => { server.close() })
  await new Promise<void>((resolve) => { server.listen(0, '127.0.0.1', resolve) })
  const profileId = await desk.addProfile('sandbox', 'Strange gateway')
  const { profiles } = await desk.call('profiles.list', null)
  const { id, ...draft } = profiles.find(({ profile }) => profile.id === profileId)!.profile
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  await desk.call('profiles.save', { id, draft: { ...draft, gateway: { kind: 'address', baseUrl } } })
  await desk.call('profiles.storeSecret', { id, secret: desk.secret })
  return profileId
}
