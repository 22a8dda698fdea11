import { expect, it } from 'vitest'
import { textOfBytes } from '../../../electron/common/files/text-of-bytes.ts'

const text = '-----BEGIN PRIVATE KEY-----\r\nClé\r\n'

it.each([
  ['UTF-8', Buffer.from(text)],
  ['UTF-8 with a mark', Buffer.from(`\ufeff${text}`)],
  ['UTF-16, as Windows PowerShell writes it', Buffer.from(`\ufeff${text}`, 'utf16le')],
  ['UTF-16 with the other byte order', Buffer.from(`\ufeff${text}`, 'utf16le').swap16()],
])('a small file in %s is read', (_, bytes) => {
  expect(textOfBytes(bytes)).toBe(text)
})

it('bytes that are no text are read without a failure', () => {
  expect(textOfBytes(Buffer.from([0xff, 0xfe, 0x00]))).toBe('\ufffd')
  expect(textOfBytes(Buffer.alloc(0))).toBe('')
})
