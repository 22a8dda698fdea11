/** Charges whose answers were lost, and letting time pass until they are settled. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished } from 'vitest'
import type { EntryId, ProfileId } from '#shared/brands.ts'
import type { Unsettled } from '#shared/model/settling.ts'
import { stateOf } from './order-support.ts'
import { charge, type TestDesk } from './support.ts'

export const minute = 60_000

/** A charge whose answer never came; with `arrived` the gateway carried it out all the same. */
export async function lost(desk: TestDesk, arrived: boolean) {
  const kind = arrived ? 'reset-after-reading' : 'reset-before-reading'
  await desk.sandbox.armFault({ kind, operation: 'recurrent-payment', times: 1, delayMs: 0 })
  const answer = await charge(desk)
  expect(answer.outcome.kind).toBe('unknown')
  return answer
}

export async function settlingOf(desk: TestDesk, entryId: EntryId): Promise<Unsettled | undefined> {
  return (await desk.call('settling.list', null)).find(({ row }) => row.entryId === entryId)
}

/** Lets time pass in small steps until something is so. */
export async function until(desk: TestDesk, isSo: () => Promise<boolean>, step = 1_000): Promise<void> {
  await expect.poll(async () => {
    await desk.clock.pass(step)
    return await isSo()
  }, { timeout: 20_000, interval: 20 }).toBe(true)
}

export const untilState = (desk: TestDesk, answer: { entryId: EntryId }, state: string) =>
  until(desk, async () => await stateOf(desk, answer) === state)

export const untilAsked = (desk: TestDesk, { entryId }: { entryId: EntryId }) =>
  until(desk, async () => (await settlingOf(desk, entryId))?.lastAskedAt != null)

export const asked = (desk: TestDesk): number => desk.ledger().filter(({ operation }) => operation === 'status').length

/**
 * A profile at a gateway that answers as told: a text, later by calling `answer`, or null, which breaks the connection.
 */
export async function profileAt(
  desk: TestDesk,
  answers: (path: string, form: URLSearchParams, answer: (body: string) => void) => string | null | undefined,
): Promise<ProfileId> {
  const server = createServer((request, response) => {
    let body = ''
    request.setEncoding('utf8').on('data', (part: string) => { body += part }).on('end', () => {
      const told = answers(request.url ?? '', new URLSearchParams(body), (late) => { response.end(late) })
      if (told === null) response.destroy()
      else if (told !== undefined) response.end(told)
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
  return profileId
}
