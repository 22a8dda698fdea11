/**
 * Currency codes and their minor-unit digits by ISO 4217. Not from `Intl`, which shows HUF, COP, IDR and others without
 * decimals although ISO gives them two. Codes without minor units (metals, test codes, SDR) are left out: no payment
 * uses them.
 */
const codesByDigits: readonly (readonly [digits: 0 | 2 | 3 | 4, codes: string])[] = [
  [0, 'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF'],
  [2, 'AED AFN ALL AMD ANG AOA ARS AUD AWG AZN BAM BBD BDT BGN BMD BND BOB BOV BRL BSD BTN BWP BYN BZD CAD CDF CHE '
    + 'CHF CHW CNY COP COU CRC CUC CUP CVE CZK DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP GEL GHS GIP GMD GTQ GYD HKD '
    + 'HNL HTG HUF IDR ILS INR IRR JMD KES KGS KHR KPW KYD KZT LAK LBP LKR LRD LSL MAD MDL MGA MKD MMK MNT MOP MRU '
    + 'MUR MVR MWK MXN MXV MYR MZN NAD NGN NIO NOK NPR NZD PAB PEN PGK PHP PKR PLN QAR RON RSD RUB SAR SBD SCR SDG '
    + 'SEK SGD SHP SLE SOS SRD SSP STN SVC SYP SZL THB TJS TMT TOP TRY TTD TWD TZS UAH USD USN UYU UZS VED VES WST '
    + 'XCD XCG YER ZAR ZMW ZWG'],
  [3, 'BHD IQD JOD KWD LYD OMR TND'],
  [4, 'CLF UYW'],
]

const digitsByCode: ReadonlyMap<string, number> = new Map(
  codesByDigits.flatMap(([digits, codes]) => codes.split(' ').map((code) => [code, digits] as const)),
)

/** Every known code, in alphabetical order. */
export const currencyCodes: readonly string[] = [...digitsByCode.keys()].sort()

/** True for a known three-letter code in upper case. */
export function isCurrencyCode(code: string): boolean {
  return digitsByCode.has(code)
}

/**
 * The decimals of a currency's minor unit; null for an unknown code. With `always-two` every known currency has two, as
 * in vendor code (addendum 2).
 */
export function minorUnitDigits(code: string, reading: 'iso-4217' | 'always-two' = 'iso-4217'): number | null {
  const digits = digitsByCode.get(code)
  if (digits === undefined) return null
  return reading === 'always-two' ? 2 : digits
}
