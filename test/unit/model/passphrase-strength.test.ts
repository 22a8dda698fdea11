import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { loadDictionaries } from '#shared/model/persons/passphrase-dictionaries.ts'
import { judgePassphrase } from '#shared/model/persons/passphrase-strength.ts'
import { strengthOfWords } from '#shared/model/persons/passphrase-words.ts'
import commonWords from '@zxcvbn-ts/language-en/dist/commonWords.json.mjs'

const easy = 'This passphrase is easy to guess. '
const commonOnly = 'It is built from a few common words or names.'
const withNumber = 'It is built from a few common words or names, and a number.'
const tooFew = 'It has too few words.'
const unrelated = ' Use four or more unrelated words.'

describe('the strength of a passphrase', () => {
  test.each([
    'unlit-harbor-fennel-47-quarry', 'blue kettle rides north', 'correct horse battery staple', 'correcthorsebatterystaple',
    'table window paper garden', 'unlit harbor fennel', 'Käse, Tunnel, Wolke und Zimt', 'Tasse Regen Hammer Fenster',
    'чайник берег молоток окно', 'Zbigniewowska Ptaszynska', 'x7!kQ2pLm9zR', 'Qm4fTz81LpXw', '3f9a1c7e5b2d',
    'hufvyg-Wersad-5qofqi', 'kqzjvmwpxbtrhsng',
  ])('"%s" is accepted', async (passphrase) => {
    expect(await judgePassphrase(passphrase)).toEqual({ score: 4, weakness: null })
  })

  test.each([
    ['John Smith 12', withNumber], ['Martin.Keller.1985', withNumber], ['Sabine Müller 77', withNumber],
    ['Anna Maria Schmidt', commonOnly], ['J0hn Sm1th 12', withNumber], ['my dog rex 12', withNumber],
    ['i love my cat 1', withNumber], ['the quick brown', commonOnly], ['Charge card 2026', withNumber],
    ['Welcome to Berlin 1', withNumber], ['München2026!!', withNumber], ['Company2026!!', withNumber],
    ['summer2026summer', withNumber], ['something different question', commonOnly], ['AcmePay2026!!', tooFew],
    ['Acme Shop Berlin', tooFew], ['ich liebe dich 1', tooFew], ['Schmetterling 12', tooFew], ['пароль123456', tooFew],
    ['gateway console 1', 'It is built from a name known here.'],
    ['GatewayConsole-77x', 'It is built from a name known here.'],
  ])('"%s" is refused with the reason', async (passphrase, reason) => {
    const { score, weakness } = await judgePassphrase(passphrase)
    expect(weakness).toBe(`${easy}${reason}${unrelated}`)
    expect(score).toBeLessThan(4)
  })

  test.each([
    ['a well-known one', 'password1234'],
    ['one with signs for letters', 'P@ssw0rd2026!'],
    ['a row of the keyboard', 'qwertyuiop123456'],
    ['one repeated word', 'kettlekettlekettlekettle'],
    ['digits in order', '123456789012345678'],
  ])('%s is refused with the pattern', async (_what, passphrase) => {
    const { score, weakness } = await judgePassphrase(passphrase)
    expect(score).toBeLessThan(3)
    expect(weakness).toMatch(/^This passphrase is easy to guess\. .+\. Use four or more unrelated words\.$/)
    expect(weakness).not.toContain(passphrase)
  })

  test.each([
    ['as written', 'Zbigniewowska Ptaszynska 7'],
    ['without its accents', 'Zbigniewowska Ptaszyńska 7'],
    ['without its space and capitals', 'zbigniewowskaptaszynska!!'],
    ['in part', 'Zbigniewowska12345'],
  ])('a known name %s adds no strength', async (_how, passphrase) => {
    const { weakness } = await judgePassphrase(passphrase, ['Zbigniewowska Ptaszynska'])
    expect(weakness).toBe(`${easy}It is built from a name known here.${unrelated}`)
  })

  test('a known name beside four unrelated words does not make them refused', async () => {
    expect((await judgePassphrase('Acme marble onion outrigger candle', ['Acme'])).weakness).toBeNull()
  })

  test('four random words pass, in at least 199 of 200 cases', async () => {
    const look = await loadDictionaries()
    const middle = commonWords.slice(2_000, 20_000).filter((word) => /^[a-z]{4,}$/.test(word))
    const four = fc.array(fc.constantFrom(...middle), { minLength: 4, maxLength: 4 })
    const guesses = fc.sample(four, { numRuns: 200, seed: 20_261_124 })
      .map((words) => strengthOfWords(words.join(' '), [], (text) => look(text, [])).guesses)
    expect(guesses.filter((each) => each > 10).length).toBeGreaterThanOrEqual(199)
  }, 60_000)

  test('eleven characters are too few, however random', async () => {
    expect(await judgePassphrase('x7!kQ2pLm9z')).toEqual({ score: 1, weakness: 'Use at least 12 characters.' })
  })

  test('a text that cannot be typed, or that is too long, is refused', async () => {
    expect((await judgePassphrase(`unlit-harbor-\uD800-quarry`)).weakness).toMatch(/at most 1024 characters/)
    expect((await judgePassphrase('harbor fennel '.repeat(100))).weakness).toMatch(/at most 1024 characters/)
  })

  test('the first 64 characters are rated, so that the time has a limit', async () => {
    const strong = 'unlit-harbor-fennel-47-quarry'
    expect((await judgePassphrase(`${' '.repeat(64 - strong.length)}${strong}`)).weakness).toBeNull()
    expect((await judgePassphrase(`${' '.repeat(64)}${strong}`)).weakness).not.toBeNull()
  })
})
