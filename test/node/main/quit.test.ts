import { describe, expect, it, vi } from 'vitest'
import type { OperationId } from '../../../shared/gateway/operations/operations.ts'
import { silentLog } from '../../../electron/common/processes/log.ts'
import { createQuit } from '../../../electron/main/quit/quit.ts'

/** A desk with a request in progress that the test ends, and quitting over it. */
function underWay(operation: OperationId | null, mayPause: (() => Promise<boolean>) | null = null) {
  const steps: string[] = []
  const sent = Promise.withResolvers<void>()
  const exited = Promise.withResolvers<void>()
  let sending = operation
  const quit = createQuit({
    control: {
      sending: () => sending,
      runsBatch: () => mayPause !== null,
      prepareToQuit: async () => {
        steps.push('nothing new is sent')
        if (sending !== null) await sent.promise
        sending = null
        steps.push('nothing is under way')
      },
    },
    closeIssuerPage: () => { steps.push('the issuer’s page closes') },
    endServices: async () => { steps.push('rooms end') },
    mayPause: async () => await mayPause?.() ?? false,
    notifyWaiting: (awaited) => { steps.push(`waits for ${awaited}`) },
    exit: () => {
      steps.push('exit')
      exited.resolve()
    },
    log: silentLog,
  })
  return { quit, steps, sent: sent.resolve, fail: sent.reject, exited: exited.promise }
}

describe('quitting while a batch is being sent', () => {
  it('asks for a confirmation, and continues if the person declines', async () => {
    let answer = false
    const { quit, steps, exited } = underWay(null, async () => answer)
    quit.request()
    await new Promise(setImmediate)
    expect(steps).toEqual([])
    answer = true
    quit.request()
    await exited
    expect(steps.at(-1)).toBe('exit')
  })

  it('asks for no confirmation at the end of the session', async () => {
    const { quit, exited } = underWay(null, async () => false)
    quit.requestNow()
    await exited
  })
})

describe('quitting', () => {
  it('is immediate if nothing is in progress, the modules first', async () => {
    const { quit, steps, exited } = underWay(null)
    quit.request()
    await exited
    expect(steps).toEqual([
      'nothing new is sent', 'nothing is under way', 'the issuer’s page closes', 'rooms end', 'exit',
    ])
  })

  it('waits for a request in progress and shows that', async () => {
    const { quit, steps, sent, exited } = underWay('recurrent-payment')
    quit.request()
    expect(steps).toEqual(['waits for recurrent-payment', 'nothing new is sent', 'the issuer’s page closes'])
    sent()
    await exited
    expect(steps.slice(3)).toEqual(['nothing is under way', 'rooms end', 'exit'])
  })

  it('shows again on a second quit what it waits for, and ends once', async () => {
    const { quit, steps, sent, exited } = underWay('recurrent-payment')
    quit.request()
    quit.request()
    sent()
    await exited
    expect(steps.filter((step) => step === 'waits for recurrent-payment')).toHaveLength(2)
    expect(steps.filter((step) => step === 'exit')).toHaveLength(1)
  })

  it('ends anyway if waiting fails', async () => {
    const { quit, steps, fail, exited } = underWay('recurrent-payment')
    quit.request()
    fail(new Error('the journal is gone'))
    await exited
    expect(steps.slice(-2)).toEqual(['rooms end', 'exit'])
  })

  it('is never stuck: it ends after all deadlines of the client', async () => {
    vi.useFakeTimers()
    try {
      const { quit, steps } = underWay('recurrent-payment')
      quit.request()
      await vi.advanceTimersByTimeAsync(90_000)
      expect(steps).not.toContain('exit')
      await vi.advanceTimersByTimeAsync(20_000)
      expect(steps.slice(-2)).toEqual(['rooms end', 'exit'])
    } finally {
      vi.useRealTimers()
    }
  })
})
