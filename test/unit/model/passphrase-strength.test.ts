import { describe, expect, test } from 'vitest'
import { judgePassphrase } from '#shared/model/passphrase-strength.ts'

describe('the strength of a passphrase', () => {
  test.each([
    'unlit-harbor-fennel-47-quarry', 'blue kettle rides north', 'x7!kQ2pLm9zR', 'Käse, Tunnel, Wolke und Zimt',
  ])('"%s" is accepted', async (passphrase) => {
    expect(await judgePassphrase(passphrase)).toEqual({ score: 4, weakness: null })
  })

  test.each([
    ['a well-known one', 'password1234'],
    ['a row of the keyboard', 'qwertyuiop123456'],
    ['one word again and again', 'kettlekettlekettlekettle'],
    ['digits in their order', '123456789012345678'],
  ])('%s is refused, with a plain sentence', async (_what, passphrase) => {
    const { score, weakness } = await judgePassphrase(passphrase)
    expect(score).toBeLessThan(3)
    expect(weakness).toMatch(/^This passphrase is easy to guess\. .*Use four or more unrelated words\.$/)
    expect(weakness).not.toContain(passphrase)
  })

  test('eleven characters are too few, however random', async () => {
    expect(await judgePassphrase('x7!kQ2pLm9z')).toEqual({ score: 1, weakness: 'Use at least 12 characters.' })
  })

  test('the name of the person does not count', async () => {
    expect((await judgePassphrase('Zbigniewowska Ptaszynska')).weakness).toBeNull()
    expect((await judgePassphrase('Zbigniewowska Ptaszynska', ['Zbigniewowska Ptaszynska'])).weakness).not.toBeNull()
  })

  test('what can be typed by nobody, or is longer than is kept, is refused', async () => {
    expect((await judgePassphrase(`unlit-harbor-\uD800-quarry`)).weakness).toMatch(/at most 1024 characters/)
    expect((await judgePassphrase('harbor fennel '.repeat(100))).weakness).toMatch(/at most 1024 characters/)
  })
})
