/** Decodes a text file, whatever program wrote it. */
import { utf16ByMark } from '../common/files/text-of-bytes.ts'
import { Refusal } from './raw-table.ts'

/**
 * Decodes bytes: by the byte order mark, as UTF-16 if every second byte is zero, as UTF-8 if valid, otherwise as
 * Windows-1251 or Windows-1252. Throws a `Refusal` for bytes that are not text.
 */
export function decodeText(bytes: Uint8Array): string {
  const text = new TextDecoder(encodingOf(bytes)).decode(bytes)
  if (isBinary(text)) throw new Refusal('binary')
  return text
}

function encodingOf(bytes: Uint8Array): string {
  return utf16ByMark(bytes) ?? utf16Without(bytes) ?? (isUtf8(bytes) ? 'utf-8' : codePageOf(bytes))
}

/** UTF-16 without a mark: delimiters, digits and line ends have a zero byte, always on the same side of the pair. */
function utf16Without(bytes: Uint8Array): 'utf-16le' | 'utf-16be' | null {
  const zeros = [0, 0]
  for (let at = 0; at < bytes.length; at += 1) if (bytes[at] === 0) zeros[at % 2] = (zeros[at % 2] ?? 0) + 1
  const [even = 0, odd = 0] = zeros
  if (bytes.length % 2 !== 0 || even + odd < bytes.length / 16) return null
  if (even === 0) return 'utf-16le'
  return odd === 0 ? 'utf-16be' : null
}

function isUtf8(bytes: Uint8Array): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    return true
  } catch {
    return false
  }
}

/**
 * Cyrillic words are runs of bytes from 0xC0 on. In words of Western languages such letters are between others. So the
 * neighbours of these bytes decide.
 */
function codePageOf(bytes: Uint8Array): 'windows-1251' | 'windows-1252' {
  const isLetter = (byte = 0): boolean => byte >= 0xc0 || byte === 0xa8 || byte === 0xb8
  let letters = 0
  let adjacent = 0
  for (let at = 0; at < bytes.length; at += 1) {
    if (!isLetter(bytes[at])) continue
    letters += 1
    if (isLetter(bytes[at - 1]) || isLetter(bytes[at + 1])) adjacent += 1
  }
  return adjacent * 2 > letters ? 'windows-1251' : 'windows-1252'
}

function isBinary(text: string): boolean {
  return text.startsWith('%PDF-') || /[\0-\x08\x0e-\x1a]/.test(text)
}
