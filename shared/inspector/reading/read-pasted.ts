/** Recognises the form of any pasted text and reads it. */
import { withoutEnd } from '../../text-end.ts'
import { readCallback } from './callback.ts'
import { readCopiedCode } from './copied-code.ts'
import { readCurl } from './curl.ts'
import { readHar } from './har.ts'
import { readHttpMessage } from './http-message.ts'
import { loggedMessage } from './logged-message.ts'
import { messageWithin } from './message-within.ts'
import { readParts, readSignedTexts } from './parts.ts'
import { nothingPasted, type Pasted } from './pasted.ts'
import { readPowerShell } from './power-shell.ts'
import { dateOfReply, splitReply } from './reply.ts'

/**
 * Reads a pasted text: curl, PowerShell, raw HTTP, HAR, a copy of a browser or Postman, an Authorization header with
 * URL and body, a log, printed fields, a callback, or only a signed text. Null if it contains no part of a request.
 * Never throws, and trims nothing inside the parts. A lone surrogate, which a log leaves where it truncates, becomes
 * the replacement character.
 */
export function readPasted(text: string): Pasted | null {
  const given = text.replace(/^\ufeff/, '').toWellFormed()
  const logged = readLogged(given)
  if (logged !== null) return logged
  const { request, reply } = splitReply(given)
  const pasted = readRequest(request)
  if (pasted === null || reply === '') return pasted
  const below = readSignedTexts(reply)
  return {
    ...pasted, serverDate: dateOfReply(reply),
    baseString: pasted.baseString ?? below.baseString, controlText: pasted.controlText ?? below.controlText,
  }
}

/** A request in the log of an HTTP client, with its reply; null for other text. */
function readLogged(text: string): Pasted | null {
  const logged = loggedMessage(text)
  const read = logged === null ? null : readHttpMessage(logged.request)
  return logged === null || read === null || read.url === null ? null
    : { ...read, ...readSignedTexts(text), serverDate: dateOfReply(logged.reply) }
}

function readRequest(text: string): Pasted | null {
  const callback = readCallback(text)
  if (callback !== null) return callback
  const whole = readHar(text) ?? readCopiedCode(text) ?? readCurl(text) ?? readPowerShell(text) ?? readWithin(text)
    ?? readHttpMessage(text)
  if (whole !== null) return withSignedTexts(whole, text)
  const parts = readParts(text)
  if (parts !== null) return parts
  const line = withoutEnd(text, '\r\n')
  if (line.trim() === '' || line.includes('\n')) return null
  return { ...nothingPasted, form: 'control-text', controlText: line }
}

/** A raw request inside other text, if it has a host; null otherwise. */
function readWithin(text: string): Pasted | null {
  const message = messageWithin(text)
  const read = message === null ? null : readHttpMessage(message)
  return read?.url === null ? null : read
}

/** Adds a signed text that was pasted beside the request ("base string: …"). */
function withSignedTexts(whole: Pasted, text: string): Pasted {
  const { baseString, controlText } = readSignedTexts(text)
  const isNoted = whole.body !== null && (baseString !== null || controlText !== null)
  return { ...whole, body: isNoted ? withoutNote(whole.body) : whole.body, baseString, controlText }
}

/** A line that names a signed text. */
const noteLine = new RegExp(
  '[^\\n=&]*(?:base[ _-]?string|control[ _-]?(?:text|string)|string[ _-]?to[ _-]?(?:sign|hash))["\']?\\s*[:=]', 'iy',
)

/** Cuts the body before a line that names a signed text: neither that text nor any text after it is body. */
function withoutNote(body: string): string {
  for (let end = body.indexOf('\n'); end >= 0; end = body.indexOf('\n', end + 1)) {
    noteLine.lastIndex = end + 1
    if (noteLine.test(body)) return withoutEnd(body.slice(0, end), '\r\n')
  }
  return body
}
