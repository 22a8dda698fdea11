import { expect, it } from 'vitest'
import { serialQueue } from '../../../electron/common/processes/serial-queue.ts'

it('tasks of a queue run in order, never two at once', async () => {
  const inTurn = serialQueue()
  const steps: string[] = []
  const first = Promise.withResolvers<null>()
  const ended = [
    inTurn(async () => {
      steps.push('first begins')
      await first.promise
      steps.push('first ends')
    }),
    inTurn(async () => { steps.push('second') }),
  ]
  await Promise.resolve()
  first.resolve(null)
  await Promise.all(ended)
  expect(steps).toEqual(['first begins', 'first ends', 'second'])
})

it('a failure reaches the caller of the task, and the next task runs', async () => {
  const inTurn = serialQueue()
  const failing = inTurn(async () => { throw new Error('refused') })
  const next = inTurn(async () => 'done')
  await expect(failing).rejects.toThrow('refused')
  expect(await next).toBe('done')
})
