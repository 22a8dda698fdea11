/** Recognises the lines of an audit file by their beginning: the first field of each is its id, a digest. */
import type { FileHandle } from 'node:fs/promises'

const begin = '{"id":"'
const idLength = 64
const headLength = begin.length + idLength + 1
const chunkBytes = 65_536

/**
 * True if every line from `start` on is a line of an audit file. A line that a full disk cut off counts too. Reads in
 * chunks, so that its memory use does not grow with the file.
 */
export async function holdsAuditLines(file: FileHandle, start: number): Promise<boolean> {
  const buffer = Buffer.alloc(chunkBytes)
  let head = ''
  let inHead = true
  for (let position = start; ;) {
    const { bytesRead } = await file.read(buffer, 0, chunkBytes, position)
    if (bytesRead === 0) return head === '' || isHead(head)
    position += bytesRead
    const text = buffer.toString('latin1', 0, bytesRead)
    for (let at = 0; at < text.length;) {
      const end = text.indexOf('\n', at)
      if (inHead) {
        head += text.slice(at, end === -1 ? undefined : end).slice(0, headLength - head.length)
        if (head.length === headLength || end !== -1) {
          if (!isHead(head)) return false
          inHead = false
        }
      }
      if (end === -1) break
      at = end + 1
      head = ''
      inHead = true
    }
  }
}

/** The id of the last complete line before `size`; null without one. */
export async function lastIdBefore(file: FileHandle, size: number): Promise<string | null> {
  let tail = ''
  for (let position = size; position > 0;) {
    const length = Math.min(chunkBytes, position)
    position -= length
    const { buffer } = await file.read(Buffer.alloc(length), 0, length, position)
    tail = buffer.toString('latin1', 0, length) + tail
    const start = tail.lastIndexOf('\n', tail.length - 2)
    if (start !== -1 || position === 0) {
      const line = tail.slice(start + 1)
      return line.endsWith('\n') && line.length > headLength && isHead(line.slice(0, headLength))
        ? line.slice(begin.length, begin.length + idLength) : null
    }
    if (tail.length > 4 * chunkBytes) return null
  }
  return null
}

/** Also true for an incomplete head, as a cut-off line may have no more. */
function isHead(text: string): boolean {
  if (text.length <= begin.length) return text !== '' && begin.startsWith(text)
  return text.startsWith(begin) && /^[0-9a-f]{0,64}$/.test(text.slice(begin.length, begin.length + idLength))
    && (text.length < headLength || text.endsWith('"'))
}
