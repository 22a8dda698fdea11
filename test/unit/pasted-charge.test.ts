import { describe, expect, it } from 'vitest'
import { pastedCharge } from '#shared/pasted-charge.ts'

const read = (text: string): string | null => {
  const charge = pastedCharge(text)
  if (charge === null) return null
  const { amount, lastFour, day } = charge
  return [amount, lastFour, ...(day === null ? [] : [`${String(day.year)}-${String(day.month)}-${String(day.day)}`])].join(' ')
}

describe('the charge that a text is about', () => {
  it.each([
    ['a mail', 'Hello, I was charged 10.15 USD twice on 20 Nov 2026 with my card ending in 1111.\nThanks', '10.15 1111 2026-11-20'],
    ['a whole amount', 'charged 50 EUR twice, card **** 1111, on 20.11.2026.', '50 1111 2026-11-20'],
    ['a whole amount of four digits', 'charged 1250 EUR twice (card 1111)', '1250 1111'],
    ['a decimal comma', 'VISA 1111, 10,15 USD', '10.15 1111'],
    ['spaces between groups', 'deux fois 1 234,56 EUR, carte *1111', '1234.56 1111'],
    ['spaces and a point', '1 234.56 USD twice, card ending in 1111', '1234.56 1111'],
    ['spaces in a whole amount', 'EUR 1 250 twice, card 1111', '1250 1111'],
    ['apostrophes between groups', "CHF 1'234.50 twice, card *1111", '1234.50 1111'],
    ['a group beside a currency of two decimals', '5,000 USD twice, card ending in 1111', '5000 1111'],
    ['a group beside a currency without decimals', 'JPY 12.500 twice, card ending in 1111', '12500 1111'],
    ['three decimals beside a currency that has them', '5,000 KWD twice, card ending in 1111', '5.000 1111'],
    ['a currency before the digits', 'Card ending 1111 was charged USD1,234.56 at SHOP', '1234.56 1111'],
    ['a currency behind the digits', '49.90EUR, card 1111', '49.90 1111'],
    ['digits behind the currency', '49.90 EUR 1111', '49.90 1111'],
    ['Arabic digits', 'تم خصم ٤٩٫٩٠ دولار مرتين، البطاقة المنتهية ٤٢٤٢', '49.90 4242'],
    ['Persian digits with groups', '۱٬۲۳۴٫۵۶ USD *۴۲۴۲', '1234.56 4242'],
    ['a few words', '10.15 1111 2026-11-20', '10.15 1111 2026-11-20'],
    ['a whole card number', 'my card 4111 1111 1111 1111 was charged 10.15 twice', '10.15 1111'],
    ['several days', '10.15 *1111 on 2026-11-20 and 2026-11-21', '10.15 1111'],
    ['one day named twice', '10.15 *1111 on 2026-11-20, yes, 20 Nov 2026', '10.15 1111 2026-11-20'],
  ])('is read from %s', (_what, text, charge) => { expect(read(text)).toBe(charge) })

  it.each([
    ['no amount', 'my card ending in 1111 was charged twice'], ['no digits', 'I was charged 10.15 USD twice in 2026'],
    ['several numbers of four digits', '10.15 1111 2222'], ['nothing', ''],
  ])('is not known with %s', (_what, text) => { expect(read(text)).toBeNull() })
})
