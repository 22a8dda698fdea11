/** Reads the request back from a base string, as far as possible. */
import type { Pair } from '../gateway/encoding/form.ts'
import { percentDecode } from '../gateway/encoding/percent.ts'

export interface ReadBack {
  readonly method: string
  readonly url: string
  readonly pairs: readonly Pair[]
}

/**
 * The possible requests of a base string, the likeliest first: a value that is still encoded after the two layers of
 * §5.2 may have been encoded once too often. Empty for text that is not a base string.
 */
export function readBackBaseString(text: string): ReadBack[] {
  const trimmed = text.trim().replace(/^\ufeff/, '')
  const whole = /^[A-Za-z]+%26/.test(trimmed) ? percentDecode(trimmed) : trimmed
  const match = /^([A-Za-z]+)&([^&]*)&([\s\S]*)$/.exec(whole)
  if (match === null) return []
  const [, method = '', rawUrl = '', rawParameters = ''] = match
  const url = layers(rawUrl).find((one) => /^[a-z][a-z0-9+.-]*:\/\//i.test(one)) ?? percentDecode(rawUrl)
  const joined = layers(rawParameters).find((one) => one.includes('=')) ?? rawParameters
  const once = joined.split('&').filter((one) => one !== '').map((one): Pair => {
    const equals = one.indexOf('=')
    return equals < 0 ? [one, ''] : [one.slice(0, equals), one.slice(equals + 1)]
  })
  const decoded = once.map(([name, value]): Pair => [decode(name), decode(value)])
  const deeper = decoded.map(([name, value]): Pair => [name, decode(value)])
  const looksEncoded = decoded.some(([, value]) => /%[0-9a-fA-F]{2}/.test(value))
  return (looksEncoded ? [deeper, decoded] : [decoded]).map((pairs) => ({ method, url, pairs }))
}

function layers(text: string): string[] {
  const once = percentDecode(text)
  return [text, once, percentDecode(once)]
}

function decode(text: string): string {
  return percentDecode(text.replaceAll('+', ' '))
}
