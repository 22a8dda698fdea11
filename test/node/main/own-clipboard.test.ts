import { beforeEach, describe, expect, it } from 'vitest'
import { createOwnClipboard, type OwnClipboard } from '../../../electron/main/window/clipboard.ts'

/** The clipboard of a computer, and a clock that the test advances. */
let text: string
let readable: boolean
let waiting: { at: number; callback: () => void }[]
let own: OwnClipboard

async function pass(ms: number): Promise<void> {
  for (const timer of waiting) timer.at -= ms
  const due = waiting.filter(({ at }) => at <= 0)
  waiting = waiting.filter(({ at }) => at > 0)
  for (const { callback } of due) callback()
  await new Promise((resolve) => { setImmediate(resolve) })
}

beforeEach(() => {
  text = ''
  readable = true
  waiting = []
  own = createOwnClipboard({
    writeText: async (given) => { text = given },
    readText: async () => {
      if (!readable) throw new Error('held by another program')
      return text
    },
    clear: () => { text = '' },
  }, (at, callback) => {
    const timer = { at, callback }
    waiting.push(timer)
    return () => { waiting = waiting.filter((one) => one !== timer) }
  })
})

describe('a copied text', () => {
  it('is cleared after 30 seconds, not before', async () => {
    await own.copy('card reference', false)
    await pass(29_999)
    expect(text).toBe('card reference')
    await pass(1)
    expect(text).toBe('')
  })

  it('is kept 30 seconds from the newest copy', async () => {
    await own.copy('one', false)
    await pass(20_000)
    await own.copy('other', false)
    await pass(20_000)
    expect(text).toBe('other')
    await pass(10_000)
    expect(text).toBe('')
  })

  it('is cleared immediately when the desk locks or ends', async () => {
    await own.copy('base string', false)
    await own.clearNow()
    expect(text).toBe('')
    expect(waiting).toEqual([])
  })

  it('is cleared even if the system changes line ends', async () => {
    await own.copy('one\ntwo', false)
    text = 'one\r\ntwo'
    await own.clearNow()
    expect(text).toBe('')
  })

  it('is cleared if the system does not return the clipboard', async () => {
    await own.copy('base string', false)
    readable = false
    await own.clearNow()
    expect(text).toBe('')
  })
})

describe('the clipboard is kept', () => {
  it('if something was copied elsewhere in the meantime', async () => {
    await own.copy('card reference', false)
    text = 'a letter of the person’s own'
    await pass(30_000)
    expect(text).toBe('a letter of the person’s own')
    await own.clearNow()
    expect(text).toBe('a letter of the person’s own')
  })

  it('if the text is meant for others, even after one that was not', async () => {
    await own.copy('card reference', false)
    await own.copy('public key', true)
    await pass(60_000)
    await own.clearNow()
    expect(text).toBe('public key')
  })
})
