/** The currencies that a sign may stand for. A sign of several stands for the one that a person chose, if it is one. */
import { currencyCodes } from '../gateway/numbers/currencies.ts'

const dollars = [...currencyCodes.filter((code) => code.endsWith('D')), ...'MXN ARS CLP COP CUP DOP UYU'.split(' ')]
const rupees = ['INR', 'PKR', 'LKR', 'NPR', 'MUR', 'SCR']

const signs: ReadonlyMap<string, readonly string[]> = new Map<string, readonly string[]>([
  ['$', dollars], ['¥', ['JPY', 'CNY']], ['£', ['GBP', 'EGP', 'FKP', 'GIP', 'LBP', 'SHP', 'SSP', 'SYP']],
  ['RS', rupees], ['₨', rupees],
  ...('€ EUR ₹ INR ₽ RUB ₺ TRY ₩ KRW ₪ ILS ₫ VND ₴ UAH ₸ KZT ₦ NGN ₱ PHP ฿ THB ₾ GEL ₼ AZN ₡ CRC ₲ PYG ₵ GHS ₮ MNT '
    + '₭ LAK ៛ KHR US$ USD A$ AUD AU$ AUD C$ CAD CA$ CAD NZ$ NZD HK$ HKD S$ SGD R$ BRL NT$ TWD').split(/ (?=\D{1,3} [A-Z]{3})/)
    .map((pair) => [pair.slice(0, -4), [pair.slice(-3)]] as const),
])

/**
 * The currency of a sign: "€", "US$". Of a sign of several currencies, `chosen` if it is one of them, otherwise the
 * sign itself, so that it is added up with no other currency. Null for other text.
 */
export function currencyOfSign(sign: string, chosen: string | null): string | null {
  const text = sign.normalize('NFKC').trim().toUpperCase()
  const codes = signs.get(text)
  if (codes === undefined) return null
  if (chosen !== null && codes.includes(chosen)) return chosen
  return codes.length === 1 ? codes[0] ?? null : text
}
