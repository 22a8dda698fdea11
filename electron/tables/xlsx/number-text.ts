/** The text of a cell's number as a person sees it, without thousands separators and currency. */
import type { NumberFormat } from './number-format.ts'

/** A workbook stores no more digits than these. */
const keptDigits = 15
const dayMs = 86_400_000

/**
 * The text of a stored number. The format decides the decimals, rounded as shown; without a format, 15 digits are used,
 * so that 10.149999999999999 is 10.15. A whole number with more digits keeps its exponent: its last digits are lost,
 * and it must not look like an id. Dates are "2026-11-20", with a time "2026-11-20 09:41:07". Text that is not a number
 * is returned unchanged.
 */
export function numberText(stored: string, format: NumberFormat, countsFrom1904: boolean): string {
  const value = Number(stored)
  if (stored.trim() === '' || !Number.isFinite(value)) return stored
  if (format.kind === 'date') return dateText(value, format, countsFrom1904)
  const text = value.toPrecision(keptDigits)
  const exponent = Math.floor(Math.log10(Math.abs(value)))
  if (value !== 0 && exponent >= keptDigits) return trimmed(text)
  const plain = positional(text)
  return format.kind === 'general' ? trimmed(plain) : shown(plain, format)
}

/** A decimal text with the decimals of a format. */
function shown(plain: string, { whole, least, most, percent }: Extract<NumberFormat, { kind: 'decimal' }>): string {
  const sign = plain.startsWith('-') ? '-' : ''
  const [before = '', after = ''] = plain.slice(sign.length).split('.')
  const shift = percent ? 2 : 0
  const digits = after.padEnd(shift + most + 1, '0')
  // Rounds half away from zero, on the digits alone.
  const kept = BigInt(before + digits.slice(0, shift + most)) + (digits.charAt(shift + most) >= '5' ? 1n : 0n)
  const padded = String(kept).padStart(most + Math.max(1, whole), '0')
  const decimals = most === 0 ? '' : padded.slice(-most)
  const required = decimals.slice(0, least) + withoutZeros(decimals.slice(least))
  const isZero = kept === 0n
  const point = required === '' ? '' : `.${required}`
  return `${isZero ? '' : sign}${padded.slice(0, padded.length - most)}${point}${percent ? '%' : ''}`
}

/** "1.5e-7" becomes "0.00000015"; text without an exponent is unchanged. */
function positional(text: string): string {
  const [, sign = '', first = '', rest = '', exponent = ''] = /^(-?)(\d)\.?(\d*)e([+-]\d+)$/.exec(text) ?? []
  if (exponent === '') return text
  return `${sign}0.${'0'.repeat(Math.max(0, -Number(exponent) - 1))}${first}${rest}`
}

/** Removes the zeros at the end. */
function withoutZeros(digits: string): string {
  const last = [...digits].findLastIndex((digit) => digit !== '0')
  return digits.slice(0, last + 1)
}

function trimmed(text: string): string {
  const [mantissa = '', exponent] = text.split('e')
  const [whole = '', decimals = ''] = mantissa.split('.')
  const required = withoutZeros(decimals)
  const kept = required === '' ? whole : `${whole}.${required}`
  return exponent === undefined ? (kept === '-0' ? '0' : kept) : `${kept}E${exponent}`
}

function dateText(
  serial: number, { hasDay, hasTime }: Extract<NumberFormat, { kind: 'date' }>, countsFrom1904: boolean,
): string {
  // Day 60 of the usual calendar is 29 February 1900, which did not exist.
  const days = countsFrom1904 ? serial + 1_462 : serial < 60 ? serial + 1 : serial
  const at = new Date(Date.UTC(1899, 11, 30) + Math.round(days * dayMs / 1_000) * 1_000)
  if (Number.isNaN(at.valueOf()) || serial < 0) return trimmed(positional(serial.toPrecision(keptDigits)))
  const [day = '', time = ''] = at.toISOString().slice(0, 19).split('T')
  if (!hasDay && serial < 1) return time
  return hasTime && time !== '00:00:00' ? `${day} ${time}` : day
}
