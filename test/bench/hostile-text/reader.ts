import type { HostileText } from './texts.ts'

/** A function that reads text from outside, and the longest text that it may receive. */
export interface Reader {
  /** Must not throw. A promise is waited for. */
  readonly read: (text: string) => unknown
  /** The longest text that is read, in characters or in bytes of UTF-8. */
  readonly most: number
  readonly unit: 'characters' | 'bytes'
  /** False if it runs in its own thread, process or page: main is not blocked by it. */
  readonly inMain: boolean
}

export type Readers = { readonly [name: string]: Reader }

/** Readers with one limit; a longer text is refused before it reaches them. */
export function readersOf(
  most: number, unit: Reader['unit'], functions: { readonly [name: string]: Reader['read'] }, inMain = true,
): Readers {
  return Object.fromEntries(Object.entries(functions).map(([name, read]) => [name, { read, most, unit, inMain }]))
}

/** The hostile text that fills a part of a reader's limit, in whole characters. */
export function textFor({ most, unit }: Pick<Reader, 'most' | 'unit'>, make: HostileText, part = 1): string {
  const characters = Math.floor(most * part)
  const text = make(characters).slice(0, characters)
  if (unit === 'characters' || Buffer.byteLength(text) <= characters) return text
  return new TextDecoder().decode(Buffer.from(text).subarray(0, characters), { stream: true })
}
